// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Max, compiled once per target.
#include "simd/maps/extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> using Larger = Extreme<type, Wanted::largest>;

Kernel max_for(const Call& call) { return extreme_kernel<Larger>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
