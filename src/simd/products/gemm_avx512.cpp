// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products by instructions that Highway has no target for: AVX512-FP16 computes with float16 itself (and heeds
// neither flushing nor anything but the rounding mode), AVX512-VNNI sums products of 16-bit integers. By intrinsics.
#define ETALON_BEYOND_NAMESPACE N_AVX512_BEYOND
#define ETALON_BEYOND_INSTRUCTIONS ",avx512vnni,avx512fp16"
#include "simd/beyond.hpp"

#include "simd/products/products.hpp"

#if ETALON_BEYOND
#include "simd/products/gemm-inl.h"
#include "simd/products/products-inl.h"
#include "simd/products/schemes-inl.h"
#include "simd/windows/convolution-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

// float16, 32 lanes. A is packed twice over, because a pair is quicker to broadcast than a single element.
struct HalfLanes : EvenTiles {
  using Element = std::uint16_t;
  using Output = std::uint16_t;
  using Left = std::uint32_t;
  using Right = std::uint16_t;
  using Lane = std::uint16_t;
  using Down = __m512h;
  using Across = __m512h;
  using Sum = __m512h;
  static constexpr bool plain_a = false, plain_b = true, plain_c = true;
  static constexpr size_t lanes = 32, unit = 1, left_words = 1, right_words = 1;
  static HWY_INLINE Sum zero() { return _mm512_setzero_ph(); }
  static HWY_INLINE Sum resume(const Lane* from) { return across(from); }
  static HWY_INLINE Across across(const Right* from) { return _mm512_castsi512_ph(_mm512_loadu_si512(from)); }
  static HWY_INLINE Down down(const Left* from) {
    return _mm512_castsi512_ph(_mm512_set1_epi32(static_cast<int>(*from)));
  }
  static HWY_INLINE void store(Sum sum, Lane* to) { _mm512_storeu_si512(to, _mm512_castph_si512(sum)); }
  static HWY_INLINE Sum number(double number) {
    const __m128h half = _mm_cvtsd_sh(_mm_setzero_ph(), _mm_set_sd(number));
    return _mm512_castsi512_ph(_mm512_broadcastw_epi16(_mm_castph_si128(half)));
  }
  static HWY_INLINE Sum elements(const Element* from) { return across(from); }
  static HWY_INLINE Sum everywhere(const Element* from) {
    return _mm512_castsi512_ph(_mm512_set1_epi16(static_cast<short>(*from)));
  }
  static HWY_INLINE Sum times(Sum a, Sum b) { return _mm512_mul_ph(a, b); }
  static HWY_INLINE Sum plus(Sum a, Sum b) { return _mm512_add_ph(a, b); }
  static HWY_INLINE bool needs_finish(const Sum*, size_t) { return true; }
  static HWY_INLINE Sum finish(Sum sum) {
    const __m512i pattern = _mm512_castph_si512(sum);
    const __m512i size = _mm512_and_si512(pattern, _mm512_set1_epi16(0x7FFF));
    const __mmask32 nan = _mm512_cmpgt_epi16_mask(size, _mm512_set1_epi16(0x7C00));
    return _mm512_castsi512_ph(_mm512_mask_set1_epi16(pattern, nan, 0x7E00));
  }
  static void pack_left(const Element* a, size_t inner, Left* to) {
    for (size_t k = 0; k < inner; ++k) to[k] = a[k] * 0x10001u;
  }
  static HWY_INLINE void pack_right(const Element* b, size_t, size_t, size_t columns, Right* to) {
    if (columns < lanes) std::memset(to, 0, lanes * sizeof *to);
    std::memcpy(to, b, columns * sizeof *b);
  }
};
struct HalfSequential : HalfLanes {
  static HWY_INLINE Sum step(Down a, Across b, Sum sum) { return _mm512_add_ph(sum, _mm512_mul_ph(a, b)); }
};
struct HalfFused : HalfLanes {
  static HWY_INLINE Sum step(Down a, Across b, Sum sum) { return _mm512_fmadd_ph(a, b, sum); }
};

// 32-bit integers by halves: with a = a1 * 2^16 + a0 and b alike, a0 signed, a * b is a0 * b0 + (a0 * b1 + a1 * b0) *
// 2^16 modulo 2^32. An instruction sums two products of halves: low ones of two k, or the two crossed ones of one k.
struct HalvedIntegers {
  static HWY_INLINE __m512i in_all(std::uint32_t word) { return _mm512_set1_epi32(static_cast<int>(word)); }
  using Element = std::uint32_t;
  using Output = std::uint32_t;
  using Left = std::uint32_t;
  using Right = std::uint32_t;
  using Lane = std::uint32_t;
  struct Down {
    __m512i low, first, second;
  };
  using Across = Down;
  struct Sum {
    __m512i low, crossed;
  };
  static constexpr bool plain_a = false, plain_b = false, plain_c = true;
  static constexpr size_t lanes = 16, unit = 2, left_words = 3, right_words = 3, vectors = 2;
  static constexpr std::array<size_t, vectors + 1> rows{0, 10, 5};
  static HWY_INLINE Sum zero() { return {_mm512_setzero_si512(), _mm512_setzero_si512()}; }
  static HWY_INLINE Sum resume(const Lane* from) { return {_mm512_loadu_si512(from), _mm512_setzero_si512()}; }
  static HWY_INLINE Across across(const Right* from) {
    return {_mm512_loadu_si512(from), _mm512_loadu_si512(from + lanes), _mm512_loadu_si512(from + 2 * lanes)};
  }
  static HWY_INLINE Down down(const Left* from) { return {in_all(from[0]), in_all(from[1]), in_all(from[2])}; }
  static HWY_INLINE Sum step(const Down& a, const Across& b, const Sum& sum) {
    return {_mm512_dpwssd_epi32(sum.low, a.low, b.low),
            _mm512_dpwssd_epi32(_mm512_dpwssd_epi32(sum.crossed, a.first, b.first), a.second, b.second)};
  }
  static HWY_INLINE Sum number(double number) {
    return {in_all(static_cast<std::uint32_t>(static_cast<std::int64_t>(number))), _mm512_setzero_si512()};
  }
  static HWY_INLINE Sum elements(const Element* from) { return resume(from); }
  static HWY_INLINE Sum everywhere(const Element* from) { return {in_all(*from), _mm512_setzero_si512()}; }
  // Of sums that were stored: nothing of them is crossed.
  static HWY_INLINE Sum times(const Sum& a, const Sum& b) { return {_mm512_mullo_epi32(a.low, b.low), a.crossed}; }
  static HWY_INLINE Sum plus(const Sum& a, const Sum& b) { return {_mm512_add_epi32(a.low, b.low), a.crossed}; }
  static HWY_INLINE bool needs_finish(const Sum*, size_t) { return false; }
  static HWY_INLINE Sum finish(const Sum& sum) { return sum; }
  static HWY_INLINE void store(const Sum& sum, Lane* to) {
    _mm512_storeu_si512(to, _mm512_add_epi32(sum.low, _mm512_slli_epi32(sum.crossed, 16)));
  }
  static std::uint32_t pair(std::uint32_t low, std::uint32_t high) { return (low & 0xFFFF) | high << 16; }
  static std::uint32_t upper(std::uint32_t word) { return (word + 0x8000) >> 16; }  // what the signed low half leaves
  static void pack_left(const Element* a, size_t inner, Left* to) {
    for (size_t k = 0; k < inner; k += 2, to += 3) {
      const Element u = a[k], v = k + 1 < inner ? a[k + 1] : 0;
      to[0] = pair(u, v), to[1] = pair(u, upper(u)), to[2] = pair(v, upper(v));
    }
  }
  static HWY_INLINE void pack_right(const Element* b, size_t stride, size_t inner, size_t columns, Right* to) {
    for (size_t j = 0; j < lanes; ++j) {
      const Element u = j < columns ? b[j] : 0, v = j < columns && inner == 2 ? b[stride + j] : 0;
      to[j] = pair(u, v), to[lanes + j] = pair(upper(u), u), to[2 * lanes + j] = pair(upper(v), v);
    }
  }
};

Gemm half_products(Accumulation accumulation) {
  if (accumulation == Accumulation::sequential) return with_convolutions<HalfSequential>(gemm_by<HalfSequential>());
  if (accumulation == Accumulation::fused) return with_convolutions<HalfFused>(gemm_by<HalfFused>());
  return HWY_NAMESPACE::half_products(accumulation);
}

Gemm int32_products(Accumulation) { return gemm_by<HalvedIntegers>(); }

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif

namespace etalon::impl {

template <class Operation> Kernel kernel_beyond([[maybe_unused]] DType type) {
#if ETALON_BEYOND
  if (type == DType::f16 && native_half()) return kernel_by<Operation, &N_AVX512_BEYOND::half_products>();
  if ((type == DType::i32 || type == DType::u32) && integer_dot())
    return kernel_by<Operation, &N_AVX512_BEYOND::int32_products>();
#endif
  return {};
}
template Kernel kernel_beyond<MatmulByProducts>(DType);
template Kernel kernel_beyond<GemmByProducts>(DType);
template Kernel kernel_beyond<ConvByProducts>(DType);

}  // namespace etalon::impl
