// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Not, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct Opposite {
  using D = Bytes;
  static constexpr unsigned operands = 1;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = truth<Lanes, 0>(lanes);
    return hn::Xor(x, hn::Set(d, 1));
  }
};

Kernel not_for(const Call&) { return {&mapped<Opposite>}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
