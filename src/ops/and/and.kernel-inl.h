// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of And, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct Both {
  template <class V> static HWY_INLINE V of(V a, V b) { return hn::And(a, b); }
};

Kernel and_for(const Call&) { return {&mapped<OfTruths<Both>>}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
