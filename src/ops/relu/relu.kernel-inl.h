// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Relu, compiled once per target.
#include "ops/type_sets.hpp"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> struct Rectified {
  using N = Numbers<type>;
  using D = typename N::D;
  static constexpr unsigned operands = 1;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(d);
    if constexpr (N::is_pattern)  // below the key of -0
      return N::unless_nan(d, x, hn::IfThenZeroElse(hn::Lt(N::key(d, x), hn::Set(d, -1)), x));
    else
      return N::unless_nan(d, x, N::at_least(d, hn::Zero(d), x));
  }
};

Kernel relu_for(const Call& call) {
  constexpr TypeSet types = types::floats | types::bfloat16 | TypeSet{DType::i8, DType::i16, DType::i32, DType::i64};
  return map_kernel<Rectified, types>(call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
