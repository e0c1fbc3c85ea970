// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Reciprocal, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct InverseStep {
  static constexpr unsigned operands = 1;
  template <class D, class V> HWY_INLINE V of(D d, V x) const { return hn::Div(lanes_of(d, 1), x); }
};
template <DType type> using Inverse = Stepped<type, InverseStep>;

Kernel reciprocal_for(const Call& call) { return step_kernel<Inverse>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
