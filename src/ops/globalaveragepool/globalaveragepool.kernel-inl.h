// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of GlobalAveragePool, compiled once per target.
#include "simd/reduced-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Reduction channels_of(const Call& call) {
  Reduction::Axes reduced{};
  for (unsigned axis = 2; axis < call.inputs[0]->shape.rank; ++axis) reduced[axis] = true;
  return {call.inputs[0]->shape, reduced};
}

Kernel globalaveragepool_for(const Call& call) { return mean_kernel<&channels_of>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
