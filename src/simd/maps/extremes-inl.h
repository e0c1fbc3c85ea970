// SPDX-License-Identifier: Apache-2.0
// Floor 7. The larger and the smaller of two lanes, as Max and Min have them, compiled once per target.
#if defined(ETALON_SIMD_EXTREMES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_EXTREMES_INL_H
#undef ETALON_SIMD_EXTREMES_INL_H
#else
#define ETALON_SIMD_EXTREMES_INL_H
#endif

#include "ops/family/fold.hpp"
#include "ops/type_sets.hpp"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type, Wanted wanted> struct Extreme {
  using N = Numbers<type>;
  using D = typename N::D;
  static constexpr unsigned operands = 2;
  static constexpr bool largest = wanted == Wanted::largest;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto a = lanes.template of<0>(d), b = lanes.template of<1>(d);
    if constexpr (!N::has_nan)
      return beyond<largest>(a, b);
    else
      return hn::IfThenElse(N::any_nan(d, a, b), hn::Set(d, N::nan()), of_numbers(a, b));
  }

 private:
  template <bool larger, class V> static HWY_INLINE V beyond(V a, V b) {
    if constexpr (larger)
      return hn::Max(a, b);
    else
      return hn::Min(a, b);
  }
  template <class V> static HWY_INLINE V of_numbers(V a, V b) {
    if constexpr (N::is_pattern)  // of two negative patterns the order is turned round
      return hn::IfNegativeThenElse(hn::And(a, b), beyond<!largest>(a, b), beyond<largest>(a, b));
    else if constexpr (largest)  // of equal bits, or of zeros: +0 if one is
      return hn::IfThenElse(hn::Eq(a, b), hn::And(a, b), hn::Max(a, b));
    else
      return hn::IfThenElse(hn::Eq(a, b), hn::Or(a, b), hn::Min(a, b));
  }
};

template <template <DType> class Op> Kernel extreme_kernel(const Call& call) {
  constexpr TypeSet types = types::all_floats | types::int8_16 | types::int32_64;
  return map_kernel<Op, types, OperandCount::any>(call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
