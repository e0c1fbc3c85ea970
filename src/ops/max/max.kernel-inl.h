// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Max, compiled once per target.
#include "ops/type_sets.hpp"
#include "simd/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> struct Larger {
  using N = Numbers<type>;
  using D = typename N::D;
  static constexpr unsigned operands = 2;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto a = lanes.template of<0>(d), b = lanes.template of<1>(d);
    if constexpr (!N::has_nan)
      return hn::Max(a, b);
    else
      return hn::IfThenElse(N::any_nan(d, a, b), hn::Set(d, N::nan()), larger(d, a, b));
  }

 private:
  // Of numbers. The smaller integer is the larger of two negative patterns.
  template <class V> static HWY_INLINE V larger(D, V a, V b) {
    if constexpr (N::is_pattern)
      return hn::IfNegativeThenElse(hn::And(a, b), hn::Min(a, b), hn::Max(a, b));
    else
      return hn::IfThenElse(hn::Eq(a, b), hn::And(a, b), hn::Max(a, b));  // equal bits, or zeros: +0 if one is
  }
};

Kernel max_for(const Call& call) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int8_16 | types::int32_64;
  return map_kernel<Larger, types, true>(call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
