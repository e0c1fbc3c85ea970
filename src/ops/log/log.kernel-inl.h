// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Log, compiled once per target.
#include "simd/maps/functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel log_for(const Call& call) { return function_kernel<RealFunction::log>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
