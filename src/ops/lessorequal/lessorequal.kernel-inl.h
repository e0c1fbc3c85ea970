// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of LessOrEqual, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> using LessOrEqual = Compared<type, IsLessOrEqual>;

Kernel lessorequal_for(const Call& call) { return comparison<LessOrEqual>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
