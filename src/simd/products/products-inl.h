// SPDX-License-Identifier: Apache-2.0
// Floor 7. The products that a target has, by element type: each in a file of its own.
#if defined(ETALON_SIMD_PRODUCTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_PRODUCTS_INL_H_
#undef ETALON_SIMD_PRODUCTS_INL_H_
#else
#define ETALON_SIMD_PRODUCTS_INL_H_
#endif

#include <hwy/highway.h>

#include "simd/products/products.hpp"

namespace etalon::impl::HWY_NAMESPACE {

Gemm float_products(Accumulation accumulation);
Gemm double_products(Accumulation accumulation);
Gemm half_products(Accumulation accumulation);
Gemm bhalf_products(Accumulation accumulation);
Gemm int32_products(Accumulation accumulation);  // signed and unsigned, whatever the accumulation
Gemm int64_products(Accumulation accumulation);

Gemm wide_float_products();
Gemm exact_products(DType type);

// The kernel of an operator that is made of products.
template <class Operation> Kernel kernel_of(DType type) {
  switch (type) {
    case DType::f16:
      return kernel_by<Operation, &half_products>();
    case DType::bf16:
      return kernel_by<Operation, &bhalf_products>();
    case DType::f32:
      return kernel_by<Operation, &float_products>();
    case DType::f64:
      return kernel_by<Operation, &double_products>();
    case DType::i32:
    case DType::u32:
      return kernel_by<Operation, &int32_products>();
    case DType::i64:
    case DType::u64:
      return kernel_by<Operation, &int64_products>();
    default:
      return {};
  }
}

}  // namespace etalon::impl::HWY_NAMESPACE
#endif
