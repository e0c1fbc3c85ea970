// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Sum, compiled once per target.
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// Of one operand there is nothing to add: that is left to the reference.

Kernel sum_for(const Call& call) {
  return call.inputs.size() == 1 ? Kernel{}
                                 : map_kernel<Summed, types::all_floats, OperandCount::any>(call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
