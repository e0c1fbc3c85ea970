// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of PRelu, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct BentStep {
  static constexpr unsigned operands = 2;
  template <class D, class V> HWY_INLINE V of(D d, V x, V slope) const { return bent_lanes(d, slope, x); }
};

template <DType type> struct BentIntegers {
  using D = typename Numbers<type>::D;
  static constexpr unsigned operands = 2;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(d);
    if constexpr (std::is_unsigned_v<typename Numbers<type>::Lane>) {
      return x;  // never below zero
    } else {
      const hn::RebindToUnsigned<D> u;  // products wrap to the same bits
      const auto product = hn::Mul(hn::BitCast(u, lanes.template of<1>(d)), hn::BitCast(u, x));
      return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::BitCast(d, product), x);
    }
  }
};

template <DType type> using Bent = std::conditional_t<is_floating(type), Stepped<type, BentStep>, BentIntegers<type>>;

Kernel prelu_for(const Call& call) {
  return map_kernel < Bent, types::all_floats | types::int32_64 > (call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
