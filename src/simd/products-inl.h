// SPDX-License-Identifier: Apache-2.0
// Floor 7. The products that a target has, by element type: each in a file of its own.
#if defined(ETALON_SIMD_PRODUCTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_PRODUCTS_INL_H_
#undef ETALON_SIMD_PRODUCTS_INL_H_
#else
#define ETALON_SIMD_PRODUCTS_INL_H_
#endif

#include <hwy/highway.h>

#include "simd/gemm.hpp"

namespace etalon::impl::HWY_NAMESPACE {

Gemm float_products(Accumulation accumulation);   // sequential and fused
Gemm double_products(Accumulation accumulation);  // the same

}  // namespace etalon::impl::HWY_NAMESPACE
#endif
