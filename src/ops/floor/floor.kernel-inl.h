// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Floor, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct BelowStep {
  static constexpr unsigned operands = 1;
  template <class D, class V> HWY_INLINE V of(D, V x) const { return hn::Floor(x); }
};
template <DType type> using Below = Stepped<type, BelowStep>;

Kernel floor_for(const Call& call) { return step_kernel<Below>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
