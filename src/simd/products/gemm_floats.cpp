// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products of float and double matrices by the processor's own arithmetic.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/products/gemm_floats.cpp"
#include <hwy/foreach_target.h>

#include "simd/products/gemm_thin-inl.h"
#include "simd/products/products-inl.h"
#include "simd/products/schemes-inl.h"
#include "simd/windows/convolution-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {

#if ETALON_VECTORS
template <class S> constexpr Gemm all_by() { return with_convolutions<S>(any_gemm_by<S>()); }
#endif

template <class T> Gemm native_products([[maybe_unused]] Accumulation accumulation) {
#if ETALON_VECTORS
  if (accumulation == Accumulation::sequential) return all_by<Unfused<Native<T>>>();
#if HWY_NATIVE_FMA
  if (accumulation == Accumulation::fused) return all_by<FusedInOne<Native<T>>>();
#endif
#endif
  return {};
}

Gemm float_products(Accumulation accumulation) {
  if (accumulation == Accumulation::wide) return wide_float_products();
  if (accumulation == Accumulation::exact) return exact_products(DType::f32);
  return native_products<float>(accumulation);
}

Gemm double_products(Accumulation accumulation) { return native_products<double>(accumulation); }

}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
