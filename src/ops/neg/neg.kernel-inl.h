// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Neg, compiled once per target.
#include "ops/type_sets.hpp"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> struct Negation {
  using N = Numbers<type>;
  using D = typename N::D;
  static constexpr unsigned operands = 1;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(d);
    if constexpr (N::is_pattern)
      return N::unless_nan(d, x, hn::Xor(x, hn::Set(d, std::int16_t{-0x8000})));
    else
      return N::unless_nan(d, x, hn::Neg(x));
  }
};

Kernel neg_for(const Call& call) {
  return map_kernel < Negation, types::all_floats | types::signed_integers > (call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
