// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Min, compiled once per target.
#include "simd/maps/extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> using Smaller = Extreme<type, Wanted::smallest>;

Kernel min_for(const Call& call) { return extreme_kernel<Smaller>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
