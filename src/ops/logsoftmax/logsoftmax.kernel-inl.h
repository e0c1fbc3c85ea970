// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of LogSoftmax, compiled once per target.
#include "simd/folds/slices-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel logsoftmax_for(const Call& call) { return slices_kernel<Shares::logarithms>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
