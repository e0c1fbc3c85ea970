// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of MatMul: the products of each type on the instruction set in use.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/matmul/matmul.kernel.cpp"
#include <hwy/foreach_target.h>

#include "simd/matmul.hpp"
#include "simd/products-inl.h"

namespace etalon::impl::HWY_NAMESPACE {

Kernel products_of(DType type) {
  switch (type) {
    case DType::f16:
      return matmul_by<&half_products>();
    case DType::bf16:
      return matmul_by<&bhalf_products>();
    case DType::f32:
      return matmul_by<&float_products>();
    case DType::f64:
      return matmul_by<&double_products>();
    case DType::i32:
    case DType::u32:
      return matmul_by<&int32_products>();
    case DType::i64:
    case DType::u64:
      return matmul_by<&int64_products>();
    default:
      return {};
  }
}

}  // namespace etalon::impl::HWY_NAMESPACE

#if HWY_ONCE
namespace etalon::impl {

HWY_EXPORT(products_of);

Kernel matmul_kernel(const Call& call) {
  const Kernel beyond = products_beyond(call.inputs[0]->type);
  return beyond.compute != nullptr ? beyond : HWY_DYNAMIC_DISPATCH(products_of)(call.inputs[0]->type);
}

}  // namespace etalon::impl
#endif
