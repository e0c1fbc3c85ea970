// SPDX-License-Identifier: Apache-2.0
// Floor 7. float16, bfloat16 and float in lanes of float and double: widened exactly, rounded to the nearest value of
// the format (ties to even) while staying lanes, narrowed to elements with one quiet NaN. Compiled once per target. The
// processor's conversions are used only where they are right; those of bfloat16 flush subnormals and are never used.
#if defined(ETALON_SIMD_ROUNDING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ROUNDING_INL_H_
#undef ETALON_SIMD_ROUNDING_INL_H_
#else
#define ETALON_SIMD_ROUNDING_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T> constexpr T power_of_two(int exponent) {
  T power = 1;
  for (; exponent > 0; --exponent) power *= 2;
  for (; exponent < 0; ++exponent) power /= 2;
  return power;
}

// Each vector of D as words of its size.
template <class D> using Words = hn::RebindToUnsigned<D>;
template <class D> HWY_INLINE hn::Vec<Words<D>> words(D, std::uint64_t word) {
  return hn::Set(Words<D>(), static_cast<hn::TFromD<Words<D>>>(word));
}

// The nearest number with `fraction` stored bits, whose last place is nowhere below 2^lowest; beyond `largest`,
// infinity. Lanes have at least two bits more.
template <int fraction, int lowest, class D> HWY_INLINE hn::Vec<D> nearest(D d, hn::Vec<D> x, hn::TFromD<D> largest) {
  using T = hn::TFromD<D>;
  constexpr int stored = std::numeric_limits<T>::digits - 1, dropped = stored - fraction;
  const Words<D> du;
  // Adding just under half a last place, or half of it where the last bit is one, carries into the kept bits exactly
  // where the value rounds up, and from there into the exponent.
  const auto pattern = hn::BitCast(du, x);
  const auto last = hn::And(hn::ShiftRight<dropped>(pattern), words(d, 1));
  const auto half = hn::Add(words(d, (std::uint64_t{1} << (dropped - 1)) - 1), last);
  const auto kept = hn::And(hn::Add(pattern, half), words(d, ~((std::uint64_t{1} << dropped) - 1)));
  // Among subnormal numbers the last place is fixed: the sum with a number that has this last place is rounded to it.
  const auto magic = hn::Set(d, power_of_two<T>(lowest + stored) + power_of_two<T>(lowest + stored - 1));
  const auto fixed = hn::CopySign(hn::Sub(hn::Add(x, magic), magic), x);
  const auto small = hn::Lt(hn::Abs(x), hn::Set(d, power_of_two<T>(lowest + fraction)));
  const auto rounded = hn::IfThenElse(small, fixed, hn::BitCast(d, kept));
  const auto over = hn::Gt(hn::Abs(rounded), hn::Set(d, largest));
  const auto infinity = hn::CopySign(hn::Set(d, std::numeric_limits<T>::infinity()), x);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::IfThenElse(over, infinity, rounded));
}

// The sum of x and y rounded to odd: where it is not exact, the neighbour with an odd last bit, from which a later
// rounding to at least two bits fewer goes where rounding once would have gone.
template <class D> HWY_INLINE hn::Vec<D> add_to_odd(D d, hn::Vec<D> x, hn::Vec<D> y) {
  const auto sum = hn::Add(x, y), part = hn::Sub(sum, x);
  const auto error = hn::Add(hn::Sub(x, hn::Sub(sum, part)), hn::Sub(y, part));
  const Words<D> du;
  const auto pattern = hn::BitCast(du, sum), one = words(d, 1);
  const auto zero = hn::Zero(d);
  const auto inexact = hn::Or(hn::Lt(error, zero), hn::Gt(error, zero));  // not where it is NaN, beside an infinity
  const auto even = hn::RebindMask(d, hn::Eq(hn::And(pattern, one), hn::Zero(du)));
  // away from zero where the error has the sign of the sum, else towards it
  const auto same = hn::RebindMask(
      d, hn::Eq(hn::ShiftRight<sizeof(hn::TFromD<D>) * 8 - 1>(hn::Xor(pattern, hn::BitCast(du, error))), hn::Zero(du)));
  const auto moved = hn::IfThenElse(same, hn::BitCast(d, hn::Add(pattern, one)), hn::BitCast(d, hn::Sub(pattern, one)));
  return hn::IfThenElse(hn::And(inexact, even), moved, sum);
}

// a * b + sum rounded to odd, where the product is exact in the lanes.
template <class D> HWY_INLINE hn::Vec<D> fma_to_odd(D d, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> sum) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  // AVX-512 rounds as an instruction says. Rounded down and up, an inexact sum gives neighbours, of which one is odd.
  if constexpr (sizeof(a) == 64) {
    constexpr int down = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC, up = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;
    if constexpr (sizeof(hn::TFromD<D>) == 4) {
      const __m512 low = _mm512_fmadd_round_ps(a.raw, b.raw, sum.raw, down);
      const __m512 high = _mm512_fmadd_round_ps(a.raw, b.raw, sum.raw, up);
      const __mmask16 odd = _mm512_test_epi32_mask(_mm512_castps_si512(low), _mm512_set1_epi32(1));
      return hn::Vec<D>{_mm512_mask_mov_ps(high, odd, low)};
    } else {
      const __m512d low = _mm512_fmadd_round_pd(a.raw, b.raw, sum.raw, down);
      const __m512d high = _mm512_fmadd_round_pd(a.raw, b.raw, sum.raw, up);
      const __mmask8 odd = _mm512_test_epi64_mask(_mm512_castpd_si512(low), _mm512_set1_epi64(1));
      return hn::Vec<D>{_mm512_mask_mov_pd(high, odd, low)};
    }
  }
#endif
  return add_to_odd(d, sum, hn::Mul(a, b));
}

struct Float32 {
  using Element = float;
  template <class D> static HWY_INLINE hn::Vec<D> widen(D d, const float* from) {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
  }
  template <class D> static HWY_INLINE void narrow(D, hn::Vec<D> x, float* to) {
    const hn::Rebind<float, D> df;
    const auto y = hn::DemoteTo(df, x);
    hn::StoreU(hn::IfThenElse(hn::IsNaN(y), hn::Set(df, std::numeric_limits<float>::quiet_NaN()), y), df, to);
  }
};

// What the two formats of 16 bits share; F widens and narrows in lanes of float.
template <class F> struct SixteenBits {
  using Element = std::uint16_t;
  template <class D> static HWY_INLINE hn::Vec<D> widen(D d, const std::uint16_t* from) {
    if constexpr (sizeof(hn::TFromD<D>) == 4) {
      return F::widened(d, hn::PromoteTo(Words<D>(), hn::LoadU(hn::Rebind<std::uint16_t, D>(), from)));
    } else {
      const hn::Rebind<float, D> df;
      return hn::PromoteTo(d, widen(df, from));
    }
  }
  template <class D> static HWY_INLINE void narrow(D d, hn::Vec<D> x, std::uint16_t* to) {
    if constexpr (sizeof(hn::TFromD<D>) == 4) {
      const auto pattern =
          hn::IfThenElse(hn::RebindMask(Words<D>(), hn::IsNaN(x)), words(d, F::nan), F::narrowed(d, F::nearest(d, x)));
      hn::StoreU(hn::DemoteTo(hn::Rebind<std::uint16_t, D>(), hn::BitCast(hn::RebindToSigned<D>(), pattern)),
                 hn::Rebind<std::uint16_t, D>(), to);
    } else {
      const hn::Rebind<float, D> df;
      narrow(df, hn::DemoteTo(df, F::nearest(d, x)), to);  // a number of the format is one of float
    }
  }
};

struct Float16 : SixteenBits<Float16> {
  static constexpr std::uint16_t nan = 0x7E00;
  template <class D> static HWY_INLINE hn::Vec<D> nearest(D d, hn::Vec<D> x) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    if constexpr (sizeof(hn::TFromD<D>) == 4) {
      const hn::Rebind<hwy::float16_t, D> dh;
      return hn::PromoteTo(d, hn::DemoteTo(dh, x));
    }
#endif
    return ETALON_NAMESPACE::nearest<10, -24>(d, x, hn::TFromD<D>{65504});
  }
  // The exponent has another bias: a multiplication puts it right, for subnormal numbers too.
  template <class D> static HWY_INLINE hn::Vec<D> widened(D d, hn::Vec<Words<D>> half) {
    const auto size = hn::ShiftLeft<13>(hn::And(half, words(d, 0x7FFF)));
    const auto value = hn::BitCast(Words<D>(), hn::Mul(hn::BitCast(d, size), hn::Set(d, power_of_two<float>(112))));
    const auto special = hn::Gt(size, words(d, 0x0F7FFFFF));
    const auto all = hn::IfThenElse(special, hn::Or(size, words(d, 0x7F800000)), value);
    return hn::BitCast(d, hn::Or(all, hn::ShiftLeft<16>(hn::And(half, words(d, 0x8000)))));
  }
  template <class D> static HWY_INLINE hn::Vec<Words<D>> narrowed(D d, hn::Vec<D> x) {
    const auto sign = hn::And(hn::ShiftRight<16>(hn::BitCast(Words<D>(), x)), words(d, 0x8000));
    const auto scaled = hn::BitCast(Words<D>(), hn::Mul(hn::Abs(x), hn::Set(d, power_of_two<float>(-112))));
    return hn::Or(sign, hn::Min(hn::ShiftRight<13>(scaled), words(d, 0x7C00)));
  }
};

struct BFloat16 : SixteenBits<BFloat16> {
  static constexpr std::uint16_t nan = 0x7FC0;
  template <class D> static HWY_INLINE hn::Vec<D> nearest(D d, hn::Vec<D> x) {
    if constexpr (sizeof(hn::TFromD<D>) == 4) {
      // The upper half of a float, infinities and subnormal numbers included. A NaN here has zeros below, whether an
      // operand or the processor made it, and so stays one.
      const auto pattern = hn::BitCast(Words<D>(), x);
#if HWY_TARGET == HWY_AVX3
      if constexpr (sizeof(x) == 64) {  // one instruction fewer than below
        const __mmask16 odd = _mm512_test_epi32_mask(pattern.raw, _mm512_set1_epi32(0x10000));
        const __m512i up = _mm512_add_epi32(pattern.raw, _mm512_set1_epi32(0x7FFF));
        const __m512i both = _mm512_mask_add_epi32(up, odd, pattern.raw, _mm512_set1_epi32(0x8000));
        return hn::BitCast(d, hn::And(hn::Vec<Words<D>>{both}, words(d, 0xFFFF0000)));
      }
#endif
      const auto last = hn::And(hn::ShiftRight<16>(pattern), words(d, 1));
      return hn::BitCast(d, hn::And(hn::Add(hn::Add(pattern, words(d, 0x7FFF)), last), words(d, 0xFFFF0000)));
    } else {
      return ETALON_NAMESPACE::nearest<7, -133>(d, x, 0x1.FEp127);
    }
  }
  template <class D> static HWY_INLINE hn::Vec<D> widened(D d, hn::Vec<Words<D>> half) {
    return hn::BitCast(d, hn::ShiftLeft<16>(half));
  }
  template <class D> static HWY_INLINE hn::Vec<Words<D>> narrowed(D, hn::Vec<D> x) {
    return hn::ShiftRight<16>(hn::BitCast(Words<D>(), x));
  }
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
