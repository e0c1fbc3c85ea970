// SPDX-License-Identifier: Apache-2.0
// Floor 7. Steps of arithmetic on rows of floating-point numbers, compiled once per target: lanes of float or double
// are computed with as they are, those of 16 bits as two vectors of float, rounded after every step
// (simd/lanes/half-inl.h says why the second rounding changes nothing; a root is never subnormal and has the same
// proof). Every NaN of a result is the one quiet NaN.
//
// A step has
//   operands                   how many it takes
//   of(d, x…)                  the results, in float or double
// and, where it depends on more than them, a constructor from the call.
#if defined(ETALON_SIMD_STEPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_STEPS_INL_H
#undef ETALON_SIMD_STEPS_INL_H
#else
#define ETALON_SIMD_STEPS_INL_H
#endif

#include <cmath>

#include "ops/type_sets.hpp"
#include "simd/lanes/half-inl.h"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> struct Steps {
  static constexpr bool is_half = type == DType::f16 || type == DType::bf16;
  using Lane = std::conditional_t<is_half, std::uint16_t, decltype(lane_of<type>())>;
  using D = hn::ScalableTag<Lane>;
  using V = hn::Vec<D>;

  template <class Step, class... T> static HWY_INLINE V taken(D d, const Step& step, T... x) {
    if constexpr (is_half) {
      using Format = std::conditional_t<type == DType::f16, Float16, BFloat16>;
      const hn::Repartition<float, D> f;
      return Format::joined(d, step.of(f, Format::one(f, x)...), step.of(f, Format::other(f, x)...));
    } else {
      return FloatNans::cleaned(d, step.of(d, x...));
    }
  }
};

// An operator that is one step.
template <DType type, class Step> class Stepped {
 public:
  using D = typename Steps<type>::D;
  static constexpr unsigned operands = Step::operands;

  Stepped(const Call& call, Inputs) : step_(step_of(call)) {}

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    if constexpr (operands == 1)
      return Steps<type>::taken(d, step_, lanes.template of<0>(d));
    else
      return Steps<type>::taken(d, step_, lanes.template of<0>(d), lanes.template of<1>(d));
  }

 private:
  static Step step_of([[maybe_unused]] const Call& call) {
    if constexpr (std::is_constructible_v<Step, const Call&>)
      return Step(call);
    else
      return Step{};
  }

  Step step_;
};

template <template <DType> class Op> Kernel step_kernel(const Call& call) {
  return map_kernel<Op, types::all_floats>(call.outputs[0]->type);
}

// A number as lanes: one that the type has.
template <class D> HWY_INLINE hn::Vec<D> lanes_of(D d, double number) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(number));
}

// x where it is not negative, else the product with the slope.
template <class D, class V> HWY_INLINE V bent_lanes(D d, V slope, V x) {
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(slope, x), x);
}

// One number after the other.
struct SumStep {
  static constexpr unsigned operands = 2;
  template <class D, class V> HWY_INLINE V of(D, V a, V b) const { return hn::Add(a, b); }
};
template <DType type> using Summed = Stepped<type, SumStep>;

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
