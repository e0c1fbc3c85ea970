// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Sin, compiled once per target.
#include "simd/maps/functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel sin_for(const Call& call) { return function_kernel<RealFunction::sin>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
