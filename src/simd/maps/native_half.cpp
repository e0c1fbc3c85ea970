// SPDX-License-Identifier: Apache-2.0
// Floor 7. See native_half.hpp. Highway does not know AVX512-FP16: this file is built for its AVX-512 target with that
// added. The instructions keep subnormals whatever the environment says, and round as it says.
#include "simd/maps/native_half.hpp"

#include "simd/targets.hpp"

#include <hwy/detect_targets.h>

#if ETALON_BEYOND
#undef HWY_TARGET
#define HWY_TARGET HWY_AVX3
#include <hwy/highway.h>
#undef HWY_TARGET_STR
#define HWY_TARGET_STR HWY_TARGET_STR_AVX3 ",avx512fp16"

#include "simd/maps/division-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

using Patterns = hn::Vec512<std::uint16_t>;
HWY_INLINE __m512h half(Patterns v) { return _mm512_castsi512_ph(v.raw); }
HWY_INLINE Patterns patterns(__m512h h) { return {_mm512_castph_si512(h)}; }

HWY_INLINE __mmask32 ordered(__mmask32 among, Patterns r, Patterns q) {
  return _mm512_mask_cmp_ph_mask(among, half(r), half(q), _CMP_ORD_Q);
}
HWY_INLINE void see(Watch<__mmask32>& w, Patterns r, Patterns q) { w.ordered = ordered(w.ordered, r, q); }

struct HalfNans {
  static constexpr bool none = false;
  template <class D> using Watch = HWY_NAMESPACE::Watch<__mmask32>;
  template <class D> static HWY_INLINE Patterns cleaned(D, Patterns r) {
    return {_mm512_mask_mov_epi16(_mm512_set1_epi16(0x7E00), ordered(0xFFFFFFFF, r, r), r.raw)};
  }
};

struct HalfOp : LaneOp<std::uint16_t> {
  using Nans = HalfNans;
};
struct HalfSum : HalfOp {
  template <class D> HWY_INLINE Patterns of(D, Patterns a, Patterns b) const {
    return patterns(_mm512_add_ph(half(a), half(b)));
  }
};
struct HalfDifference : HalfOp {
  static constexpr bool commutes = false;
  template <class D> HWY_INLINE Patterns of(D, Patterns a, Patterns b) const {
    return patterns(_mm512_sub_ph(half(a), half(b)));
  }
};
struct HalfProduct : HalfOp {
  template <class D> HWY_INLINE Patterns of(D, Patterns a, Patterns b) const {
    return patterns(_mm512_mul_ph(half(a), half(b)));
  }
};

// What quotients() needs of float16; see there for why a reciprocal of 11 bits is enough for bytes.
struct HalfNumber {
  using Bits = std::uint16_t;
  static constexpr unsigned fraction = 10;
  static constexpr Bits sign = 0x8000, half = 0x3800, unit = 0x6400;
  static constexpr bool truncates = true;

  template <class D> static HWY_INLINE Patterns add(D, Patterns x, Patterns y) {
    return patterns(_mm512_add_ph(of(x), of(y)));
  }
  template <class D> static HWY_INLINE Patterns sub(D, Patterns x, Patterns y) {
    return patterns(_mm512_sub_ph(of(x), of(y)));
  }
  template <unsigned width, class D> static HWY_INLINE Patterns quotient_less(D, Patterns c, Patterns b, Patterns s) {
    static_assert(width == 8);
    return patterns(_mm512_fmsub_ph(of(c), _mm512_rcp_ph(of(b)), of(s)));
  }
  template <unsigned width, class D> static HWY_INLINE Patterns truncated(D, Patterns c, Patterns b) {
    static_assert(width == 8);
    return {_mm512_cvttph_epi16(_mm512_mul_ph(of(c), _mm512_rcp_ph(of(b))))};
  }

 private:
  static HWY_INLINE __m512h of(Patterns v) { return HWY_NAMESPACE::half(v); }
};

template <class T, bool floor> struct ByteQuotient : LaneOp<T> {
  static constexpr bool commutes = false;
  template <class D, class V> HWY_INLINE V of(D d, V a, V b) const { return quotients<HalfNumber, T, floor>(d, a, b); }
};

template <class Op> Status combined(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  combine(Op{}, call, inputs, outputs, work);
  return {};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

namespace etalon::impl {

extern const Operator add_operator, sub_operator, mul_operator, div_operator;

Kernel native_half_kernel(const Operator& op, DType type) {
#if ETALON_BEYOND
  using namespace HWY_NAMESPACE;
  static constexpr struct {
    const Operator* op;
    DType type;
    Kernel kernel;
  } table[] = {
      {&add_operator, DType::f16, {&combined<HalfSum>}},
      {&sub_operator, DType::f16, {&combined<HalfDifference>}},
      {&mul_operator, DType::f16, {&combined<HalfProduct>}},
      {&div_operator, DType::i8, {&divide<Int<8>, ByteQuotient<std::int8_t, true>, ByteQuotient<std::int8_t, false>>}},
      {&div_operator,
       DType::u8,
       {&divide<UInt<8>, ByteQuotient<std::uint8_t, false>, ByteQuotient<std::uint8_t, false>>}},
  };
  if (!native_half()) return {};
  for (const auto& row : table)
    if (row.op->is(op) && row.type == type) return row.kernel;
#else
  (void)op, (void)type;
#endif
  return {};
}

}  // namespace etalon::impl
