// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Round, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct NearestStep {
  static constexpr unsigned operands = 1;
  template <class D, class V> HWY_INLINE V of(D, V x) const { return hn::Round(x); }
};
template <DType type> using Nearest = Stepped<type, NearestStep>;

Kernel round_for(const Call& call) { return step_kernel<Nearest>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
