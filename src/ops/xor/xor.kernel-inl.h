// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Xor, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct OneOfTwo {
  template <class V> static HWY_INLINE V of(V a, V b) { return hn::Xor(a, b); }
};

Kernel xor_for(const Call&) { return {&mapped<OfTruths<OneOfTwo>>}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
