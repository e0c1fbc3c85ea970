// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Sub, compiled once per target.
#include "simd/maps/arithmetic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel sub_for(const Call& call) { return arithmetic_kernel<Difference>(call.outputs[0]->type); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
