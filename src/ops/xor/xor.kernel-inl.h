// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Xor, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct OneOfTwo {
  using D = Bytes;
  static constexpr unsigned operands = 2;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D, const Lanes& lanes) const {
    const auto a = truth<Lanes, 0>(lanes);
    const auto b = truth<Lanes, 1>(lanes);
    return hn::Xor(a, b);
  }
};

Kernel xor_for(const Call&) { return {&mapped<OneOfTwo>}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
