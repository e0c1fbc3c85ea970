// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of ReduceMin, compiled once per target.
#include "simd/folds/reduced_extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel reducemin_for(const Call& call) { return extremes_kernel<&named_axes, Wanted::smallest>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
