// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Or, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct Either {
  using D = Bytes;
  static constexpr unsigned operands = 2;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D, const Lanes& lanes) const {
    const auto a = truth<Lanes, 0>(lanes);
    const auto b = truth<Lanes, 1>(lanes);
    return hn::Or(a, b);
  }
};

Kernel or_for(const Call&) { return {&mapped<Either>}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
