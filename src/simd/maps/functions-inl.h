// SPDX-License-Identifier: Apache-2.0
// Floor 7. The real functions of one argument, rounded once, compiled once per target. Lanes of double come close
// enough (simd/maps/near-inl.h) that both ends of what the value may be mostly round to the same number; where they do
// not, and outside the range of those lanes, elements are settled one by one, as those of double are.
#if defined(ETALON_SIMD_FUNCTIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_FUNCTIONS_INL_H
#undef ETALON_SIMD_FUNCTIONS_INL_H
#else
#define ETALON_SIMD_FUNCTIONS_INL_H
#endif

#include <bit>
#include <cstring>

#include "simd/maps/near-inl.h"
#include "simd/maps/steps-inl.h"
#include "tensor/functions.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- lanes that stay open -------------------------------------------------------------------------------------------

// Elements computed by the scalar text where `open` is set, else those of y.
template <class D, class V, class M, class Scalar>
HWY_INLINE V settled_lanes(D d, V x, V y, M open, const Scalar& scalar) {
  HWY_ALIGN hn::TFromD<D> from[hn::MaxLanes(D())], to[hn::MaxLanes(D())];
  std::uint8_t bytes[8] = {};
  std::uint64_t left = 0;
  hn::StoreMaskBits(d, open, bytes);
  std::memcpy(&left, bytes, sizeof left);
  hn::Store(x, d, from);
  hn::Store(y, d, to);
  for (; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    to[i] = scalar(from[i]);
  }
  return hn::Load(d, to);
}

// ---- a vector of float ----------------------------------------------------------------------------------------------

template <RealFunction f> struct Near {
  static constexpr double error = f == RealFunction::exp       ? NEAR_EXP_ERROR
                                  : f == RealFunction::log     ? NEAR_LOG_ERROR
                                  : f == RealFunction::sigmoid ? NEAR_SIGMOID_ERROR
                                  : f == RealFunction::tanh    ? NEAR_TANH_ERROR
                                  : f == RealFunction::erf     ? NEAR_ERF_ERROR
                                  : f == RealFunction::sin     ? NEAR_SIN_ERROR
                                  : f == RealFunction::cos     ? NEAR_COS_ERROR
                                                               : NEAR_ACOS_ERROR;

  static HWY_INLINE near_lanes::near_number of(near_lanes::near_number x) {
    if constexpr (f == RealFunction::exp) return near_lanes::near_exp(x);
    if constexpr (f == RealFunction::log) return near_lanes::near_log(x);
    if constexpr (f == RealFunction::sigmoid) return near_lanes::near_sigmoid(x);
    if constexpr (f == RealFunction::tanh) return near_lanes::near_tanh(x);
    if constexpr (f == RealFunction::erf) return near_lanes::near_erf(x);
    if constexpr (f == RealFunction::sin) return near_lanes::near_small_sin(x);
    if constexpr (f == RealFunction::cos) return near_lanes::near_small_cos(x);
    if constexpr (f == RealFunction::acos) return near_lanes::near_acos(x);
  }

  // Beyond this range exp and sigmoid have the same results as at its ends.
  template <class D, class V> static HWY_INLINE V ready(D d, V x) {
    using Float = Numbers<DType::f32>;
    if constexpr (f == RealFunction::exp || f == RealFunction::sigmoid)
      return Float::at_most(d, hn::Set(d, float{NEAR_RANGE}), Float::at_least(d, hn::Set(d, -float{NEAR_RANGE}), x));
    else
      return x;
  }

  // The result, or a NaN, which settles nothing, where x is out of range. Other functions make that NaN themselves.
  template <class D, class V> static HWY_INLINE V known(D d, V x, V result) {
    const auto nan = hn::Set(d, Numbers<DType::f32>::nan());
    if constexpr (f == RealFunction::log)
      return hn::IfThenElse(hn::And(hn::Gt(x, hn::Zero(d)), hn::Lt(x, hn::Inf(d))), result, nan);
    else if constexpr (f == RealFunction::sin || f == RealFunction::cos)
      return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, float{NEAR_TURN_RANGE})), result, nan);
    else
      return result;
  }
};

// Both halves of a vector.
template <RealFunction f> struct NearPair {
  hn::Vec<near_lanes::Tag> low, high;

  template <class D, class V> HWY_INLINE NearPair(D d, V x) : low(hn::Zero(near_lanes::Tag())), high(low) {
    const hn::Half<D> half;
    const near_lanes::Tag wide;
    const auto ready = Near<f>::ready(d, x);
    low = Near<f>::of(hn::PromoteTo(wide, hn::LowerHalf(half, ready))).v;
    high = Near<f>::of(hn::PromoteTo(wide, hn::UpperHalf(half, ready))).v;
  }
  // Each number and this part of it, rounded to float.
  template <class D> HWY_INLINE hn::Vec<D> off_by(D d, double factor) const {
    const hn::Half<D> half;
    const auto part = hn::Set(near_lanes::Tag(), factor);
    return hn::Combine(d, hn::DemoteTo(half, hn::MulAdd(high, part, high)),
                       hn::DemoteTo(half, hn::MulAdd(low, part, low)));
  }
};

// A function of a whole vector of float: the numbers that its values round to. Of both ends of a value the one that is
// larger in size keeps the sign of a zero, which the other may lose.
template <RealFunction f, class D, class V> HWY_INLINE V function_lanes(D d, V x) {
  const NearPair<f> near(d, x);
  const V y = Near<f>::known(d, x, near.off_by(d, Near<f>::error));
  auto settled = hn::Eq(y, near.off_by(d, -Near<f>::error));
  if constexpr (f == RealFunction::log) settled = hn::Or(settled, hn::Lt(x, hn::Zero(d)));  // the NaN is the result
  if (HWY_LIKELY(hn::AllTrue(d, settled))) return y;
  return settled_lanes(d, x, y, hn::Not(settled), [](float e) { return function_of(f, e); });
}

// ---- rows -----------------------------------------------------------------------------------------------------------

template <RealFunction f, DType type> struct FunctionRow {
  static constexpr unsigned operands = 1;
  using D = typename Steps<type>::D;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(d);
    if constexpr (type == DType::f32)
      return function_lanes<f>(d, x);
    else if constexpr (type == DType::f64)
      return settled_lanes(d, x, x, hn::Eq(hn::Zero(d), hn::Zero(d)), [](double e) { return function_of(f, e); });
    else
      return halves(d, x);
  }

 private:
  using Format = std::conditional_t<type == DType::f16, Float16, BFloat16>;

  // The value lies between the neighbours of the float that was found: where both round alike, so does the value. So
  // the second rounding is right although the first one may not be.
  template <class V> static HWY_INLINE V halves(D d, V x) {
    const hn::Repartition<float, D> wide;
    const auto one = nearly(wide, Format::one(wide, x)), other = nearly(wide, Format::other(wide, x));
    const V y = Format::joined(d, moved(wide, one, 1), moved(wide, other, 1));
    const auto settled = hn::Eq(y, Format::joined(d, moved(wide, one, -1), moved(wide, other, -1)));
    if (HWY_LIKELY(hn::AllTrue(d, settled))) return y;
    return settled_lanes(d, x, y, hn::Not(settled), [](std::uint16_t e) {
      unsigned events = 0;
      return static_cast<std::uint16_t>(
          function_of(f, type == DType::f16 ? FORMAT_FLOAT16 : FORMAT_BFLOAT16, e, &events));
    });
  }
  template <class F, class V> static HWY_INLINE V nearly(F wide, V x) {
    return Near<f>::known(wide, x, NearPair<f>(wide, x).off_by(wide, 0));
  }

  // The next number up or down in size. A zero stays one: it is exact, or less than half of what any format has. A NaN,
  // which settles nothing, becomes a zero on its way down.
  template <class F, class V> static HWY_INLINE V moved(F wide, V y, int way) {
    const hn::RebindToSigned<F> i;
    const auto next = hn::BitCast(wide, hn::Add(hn::BitCast(i, y), hn::Set(i, way)));
    const auto number = hn::IfThenElse(hn::Eq(y, hn::Zero(wide)), y, next);
    return way > 0 ? number : hn::IfThenElseZero(hn::Eq(y, y), number);
  }
};

template <RealFunction f> struct FunctionRows {
  template <DType type> using Of = FunctionRow<f, type>;
};

template <RealFunction f> Kernel function_kernel(const Call& call) {
  return step_kernel<FunctionRows<f>::template Of>(call);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
