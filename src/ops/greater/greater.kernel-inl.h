// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Greater, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> using Greater = Compared<type, IsLess, OperandOrder::exchanged>;

Kernel greater_for(const Call& call) { return comparison<Greater>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
