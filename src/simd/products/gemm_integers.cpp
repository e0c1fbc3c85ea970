// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products of integer matrices. They wrap, so signed and unsigned are the same, and so would be any order.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/products/gemm_integers.cpp"
#include <hwy/foreach_target.h>

#include "simd/products/gemm_thin-inl.h"
#include "simd/products/products-inl.h"
#include "simd/products/schemes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {

template <class T> Gemm wrapping_products() {
#if ETALON_VECTORS
  return any_gemm_by<Unfused<Native<T>>>();
#else
  return {};
#endif
}

Gemm int32_products(Accumulation) { return wrapping_products<std::uint32_t>(); }
Gemm int64_products(Accumulation) { return wrapping_products<std::uint64_t>(); }

}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
