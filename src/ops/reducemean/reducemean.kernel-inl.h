// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of ReduceMean, compiled once per target.
#include "simd/folds/reduced-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel reducemean_for(const Call& call) { return mean_kernel<&named_axes>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
