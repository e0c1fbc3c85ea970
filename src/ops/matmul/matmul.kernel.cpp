// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of MatMul: the products of each type on the instruction set in use.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/matmul/matmul.kernel.cpp"
#include <hwy/foreach_target.h>

#include "simd/products/products-inl.h"

namespace etalon::impl::HWY_NAMESPACE {

Kernel matmul_of(DType type) { return kernel_of<MatmulByProducts>(type); }

}  // namespace etalon::impl::HWY_NAMESPACE

#if HWY_ONCE
namespace etalon::impl {

HWY_EXPORT(matmul_of);

Kernel matmul_kernel(const Call& call) {
  const Kernel beyond = kernel_beyond<MatmulByProducts>(call.inputs[0]->type);
  return beyond.compute != nullptr ? beyond : HWY_DYNAMIC_DISPATCH(matmul_of)(call.inputs[0]->type);
}

}  // namespace etalon::impl
#endif
