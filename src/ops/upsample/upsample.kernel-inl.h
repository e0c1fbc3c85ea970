// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Upsample, compiled once per target: those of simd/windows/resize-inl.h.
#include "simd/windows/resize-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel upsample_for(const Call& call) { return resize_kernel_for(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
