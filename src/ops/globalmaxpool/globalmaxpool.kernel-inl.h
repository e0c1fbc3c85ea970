// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of GlobalMaxPool, compiled once per target.
#include "simd/reduced_extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Reduction channels_of(const Call& call) {
  Reduction::Axes reduced{};
  for (unsigned axis = 2; axis < call.inputs[0]->shape.rank; ++axis) reduced[axis] = true;
  return {call.inputs[0]->shape, reduced};
}

Kernel globalmaxpool_for(const Call& call) { return extremes_kernel<&channels_of, true>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
