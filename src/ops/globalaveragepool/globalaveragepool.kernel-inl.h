// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of GlobalAveragePool, compiled once per target.
#include "simd/folds/reduced-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel globalaveragepool_for(const Call& call) { return mean_kernel<&axes_of_a_channel>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
