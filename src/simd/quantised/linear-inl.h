// SPDX-License-Identifier: Apache-2.0
// Floor 7. Between numbers and quantised ones, compiled once per target: of float, and of integers of 8 and 16 bits.
// Runs of elements have one scale, or one for each element. Scales of blocks are left to the reference.
#if defined(ETALON_SIMD_LINEAR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_LINEAR_INL_H
#undef ETALON_SIMD_LINEAR_INL_H
#else
#define ETALON_SIMD_LINEAR_INL_H
#endif

#include "ops/family/quantised/quantise.hpp"
#include "simd/maps/rows-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

constexpr std::uint64_t least_linear_task = std::uint64_t{1} << 15;  // elements that are worth waking a thread

// The nearest integer to x / scale, plus the zero point, in the range of T. The quotient is rounded as the reference
// rounds it. A number that is held within `most` is beyond the range with any zero point; beyond 16 bits Highway does
// not saturate to 8.
template <class T> struct Quantising {
  using From = float;
  using To = T;
  using D = hn::ScalableTag<float>;
  static HWY_INLINE hn::Vec<hn::Rebind<T, D>> of(D d, hn::Vec<D> x, hn::Vec<D> scale, hn::Vec<hn::Rebind<T, D>> zero) {
    const hn::RebindToSigned<D> di;
    const auto quotient = hn::Div(x, scale);
    const auto number = hn::IfThenZeroElse(hn::IsNaN(quotient), quotient);
    constexpr float most = sizeof(T) == 1 ? 0x1p10f : 0x1p17f;
    const auto held = hn::Min(hn::Max(number, hn::Set(d, -most)), hn::Set(d, most));
    return hn::DemoteTo(hn::Rebind<T, D>(), hn::Add(hn::NearestInt(held), hn::PromoteTo(di, zero)));
  }
};

// The difference is exact, and so is its float.
template <class T> struct Dequantising {
  using From = T;
  using To = float;
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<hn::Rebind<T, D>>;
  static HWY_INLINE hn::Vec<D> of(D d, V x, hn::Vec<D> scale, V zero) {
    const hn::RebindToSigned<D> di;
    const auto difference = hn::ConvertTo(d, hn::Sub(hn::PromoteTo(di, x), hn::PromoteTo(di, zero)));
    const auto product = hn::Mul(difference, scale);
    return Numbers<DType::f32>::unless_nan(d, product, product);
  }
};

// n elements, whose scales and zero points are one, or as many.
template <class Op, bool one, class Integer>
HWY_NOINLINE void linear_run(const typename Op::From* x, const float* scales, const Integer* zeros, typename Op::To* y,
                             std::size_t n) {
  const typename Op::D d;
  const hn::Rebind<Integer, decltype(d)> di;
  const hn::Rebind<typename Op::From, decltype(d)> from;
  const hn::Rebind<typename Op::To, decltype(d)> to;
  const std::size_t N = hn::Lanes(d);
  auto scale = hn::Set(d, *scales);
  auto zero = zeros == nullptr ? hn::Zero(di) : hn::Set(di, *zeros);
  std::size_t i = 0;
  for (; i + N <= n; i += N) {
    if constexpr (!one) {
      scale = hn::LoadU(d, scales + i);
      if (zeros != nullptr) zero = hn::LoadU(di, zeros + i);
    }
    hn::StoreU(Op::of(d, hn::LoadU(from, x + i), scale, zero), to, y + i);
  }
  if (i == n) return;
  if constexpr (!one) {
    scale = load_first(d, scales + i, n - i);
    if (zeros != nullptr) zero = load_first(di, zeros + i, n - i);
  }
  store_first(Op::of(d, load_first(from, x + i, n - i), scale, zero), to, y + i, n - i);
}

template <template <class> class Op, class T>
Status linear(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  using Of = Op<T>;
  const ScaleGeometry g = *ScaleGeometry::of(call);
  const auto* const x = static_cast<const typename Of::From*>(inputs[0]);
  const auto* const scales = static_cast<const float*>(inputs[1]);
  const auto* const zeros = call.has_input(2) ? static_cast<const T*>(inputs[2]) : nullptr;
  auto* const y = static_cast<typename Of::To*>(outputs[0]);
  const std::uint64_t count = call.outputs[0]->shape.count;
  const bool one = g.per == ScaleGeometry::Per::tensor || g.behind > 1;
  const std::uint64_t run = g.per == ScaleGeometry::Per::tensor ? count : one ? g.behind : g.length;
  if (count == 0) return {};
  in_parts(work, count, least_linear_task, 64, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end;) {
      const std::uint64_t n = std::min(end - i, run - i % run), place = g.place(i);
      (one ? &linear_run<Of, true, T> : &linear_run<Of, false, T>)(x + i, scales + place,
                                                                   zeros == nullptr ? nullptr : zeros + place, y + i,
                                                                   static_cast<std::size_t>(n));
      i += n;
    }
  });
  return {};
}

// Between float with scales of float and the given type of integers.
template <template <class> class Op> Kernel linear_kernel(const Call& call, DType number, DType integer) {
  if (number != DType::f32 || call.inputs[1]->type != DType::f32) return {};
  if (ScaleGeometry::of(call)->per == ScaleGeometry::Per::block) return {};
  switch (integer) {
    case DType::u8:
      return {&linear<Op, std::uint8_t>};
    case DType::i8:
      return {&linear<Op, std::int8_t>};
    case DType::u16:
      return {&linear<Op, std::uint16_t>};
    case DType::i16:
      return {&linear<Op, std::int16_t>};
    default:
      return {};
  }
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
