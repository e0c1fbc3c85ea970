// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Abs, compiled once per target.
#include "ops/type_sets.hpp"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> struct WithoutSign {
  using N = Numbers<type>;
  using D = typename N::D;
  static constexpr unsigned operands = 1;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(d);
    if constexpr (std::is_unsigned_v<typename N::Lane>)
      return x;
    else if constexpr (N::is_pattern)
      return N::unless_nan(d, x, hn::And(x, hn::Set(d, 0x7FFF)));
    else
      return N::unless_nan(d, x, hn::Abs(x));
  }
};

Kernel abs_for(const Call& call) {
  constexpr TypeSet types = types::all_floats | types::int8_16 | types::int32_64;
  return map_kernel<WithoutSign, types>(call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
