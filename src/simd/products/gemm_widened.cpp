// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products in lanes wider than the elements: float16 and bfloat16 under all roundings, and the policy `wide`.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/products/gemm_widened.cpp"
#include <hwy/foreach_target.h>

#include "simd/lanes/rounding-inl.h"
#include "simd/products/gemm-inl.h"
#include "simd/products/products-inl.h"
#include "simd/products/schemes-inl.h"
#include "simd/windows/convolution-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
#if ETALON_VECTORS

// Rounded to the format after the product and after the sum. Rounding twice, to float and then to the format, gives the
// same as rounding once: float has at least 2p + 2 bits for the format's precision p, and a result that is inexact in
// float is nowhere near a subnormal number of bfloat16.
template <class T, class F> struct Rounded : Widened<T, F>, SmallTiles {
  static HWY_INLINE Vec<T> times(Vec<T> a, Vec<T> b) { return F::nearest(Tag<T>(), hn::Mul(a, b)); }
  static HWY_INLINE Vec<T> plus(Vec<T> a, Vec<T> b) { return F::nearest(Tag<T>(), hn::Add(a, b)); }
};
template <class F> struct RoundedTwice : Rounded<float, F> {
  static HWY_INLINE Vec<float> step(Vec<float> a, Vec<float> b, Vec<float> sum) {
    const Tag<float> d;
    return F::nearest(d, hn::Add(sum, F::nearest(d, hn::Mul(a, b))));
  }
};

// Rounded to the format after the sum only. The product is exact in lanes of T, and the sum rounded to odd keeps what
// the last rounding needs.
template <class T, class F> struct FusedToOdd : Rounded<T, F> {
  static HWY_INLINE Vec<T> step(Vec<T> a, Vec<T> b, Vec<T> sum) {
    const Tag<T> d;
    return F::nearest(d, fma_to_odd(d, a, b, sum));
  }
};

// `wide` sums in the next wider format, in which products are exact, so they need not be fused. Products of bfloat16
// are exact in double only, so they must be fused.
template <class T, class F> struct WideTiles : Widened<T, F>, EvenTiles {};
#if HWY_NATIVE_FMA
template <class T, class F> using WideSums = FusedInOne<WideTiles<T, F>>;
#else
template <class T, class F> using WideSums = Unfused<WideTiles<T, F>>;
#endif

template <class S> constexpr Gemm all_by() { return with_convolutions<S>(gemm_by<S>()); }

Gemm half_products(Accumulation accumulation) {
  if (accumulation == Accumulation::sequential) return all_by<RoundedTwice<Float16>>();
  if (accumulation == Accumulation::fused) return all_by<FusedToOdd<float, Float16>>();
  if (accumulation == Accumulation::wide) return all_by<WideSums<float, Float16>>();
  return exact_products(DType::f16);
}

Gemm bhalf_products(Accumulation accumulation) {
  if (accumulation == Accumulation::sequential) return all_by<RoundedTwice<BFloat16>>();
  if (accumulation == Accumulation::fused) return all_by<FusedToOdd<double, BFloat16>>();
#if HWY_NATIVE_FMA
  if (accumulation == Accumulation::wide) return all_by<WideSums<float, BFloat16>>();
#endif
  return accumulation == Accumulation::exact ? exact_products(DType::bf16) : Gemm{};
}

Gemm wide_float_products() { return all_by<WideSums<double, Float32>>(); }

#else
Gemm half_products(Accumulation) { return {}; }
Gemm bhalf_products(Accumulation) { return {}; }
Gemm wide_float_products() { return {}; }
#endif
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
