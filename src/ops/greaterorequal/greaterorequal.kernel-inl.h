// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of GreaterOrEqual, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> using GreaterOrEqual = Compared<type, IsLessOrEqual, OperandOrder::exchanged>;

Kernel greaterorequal_for(const Call& call) { return comparison<GreaterOrEqual>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
