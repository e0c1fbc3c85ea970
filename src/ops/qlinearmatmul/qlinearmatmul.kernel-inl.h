// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of QLinearMatMul, compiled once per target.
#include "simd/quantised/bytes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel qlinearmatmul_for(const Call& call) {
  return ByteProductCalls::takes(call, linear_product) ? kernel_of_bytes<LinearProduct>() : Kernel{};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
