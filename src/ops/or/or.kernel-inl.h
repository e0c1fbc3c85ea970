// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Or, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct Either {
  template <class V> static HWY_INLINE V of(V a, V b) { return hn::Or(a, b); }
};

Kernel or_for(const Call&) { return {&mapped<OfTruths<Either>>}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
