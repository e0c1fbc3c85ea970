// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of QLinearConv, compiled once per target.
#include "simd/quantised/bytes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel qlinearconv_for(const Call&) { return kernel_of_bytes<LinearConvolution>(); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
