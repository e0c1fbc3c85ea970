// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Mul, compiled once per target.
#include "simd/maps/arithmetic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel mul_for(const Call& call) { return arithmetic_kernel<Product>(call.outputs[0]->type); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
