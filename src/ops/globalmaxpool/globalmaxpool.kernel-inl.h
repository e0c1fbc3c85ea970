// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of GlobalMaxPool, compiled once per target.
#include "simd/folds/reduced_extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel globalmaxpool_for(const Call& call) { return extremes_kernel<&axes_of_a_channel, Wanted::largest>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
