// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Ceil, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct AboveStep {
  static constexpr unsigned operands = 1;
  template <class D, class V> HWY_INLINE V of(D, V x) const { return hn::Ceil(x); }
};
template <DType type> using Above = Stepped<type, AboveStep>;

Kernel ceil_for(const Call& call) { return step_kernel<Above>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
