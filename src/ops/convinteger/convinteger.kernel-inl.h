// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of ConvInteger, compiled once per target.
#include "simd/quantised/bytes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel convinteger_for(const Call&) { return kernel_of_bytes<IntegerConvolution>(); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
