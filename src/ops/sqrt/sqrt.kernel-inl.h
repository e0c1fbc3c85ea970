// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Sqrt, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct RootStep {
  static constexpr unsigned operands = 1;
  template <class D, class V> HWY_INLINE V of(D, V x) const { return hn::Sqrt(x); }
};
template <DType type> using Root = Stepped<type, RootStep>;

Kernel sqrt_for(const Call& call) { return step_kernel<Root>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
