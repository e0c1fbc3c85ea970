// SPDX-License-Identifier: Apache-2.0
// Floor 7. Quotients of lanes, compiled once per target: of floats by the processor, of integers by floats of
// sufficient precision, since no vector instruction divides integers.
#if defined(ETALON_SIMD_DIVISION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_DIVISION_INL_H
#undef ETALON_SIMD_DIVISION_INL_H
#else
#define ETALON_SIMD_DIVISION_INL_H
#endif

#include <limits>
#include <type_traits>

#include "ops/reference.hpp"
#include "simd/maps/arithmetic-inl.h"
#include "simd/maps/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// About `one` / b: from an approximation of 14 bits (12 in float before AVX-512) by a Newton step of second order in
// float, of third order in double, where there is one, that is to 2^-22 and 2^-41.
template <class D, class V> HWY_INLINE V reciprocal(D d, V b, hn::TFromD<D> one) {
  if constexpr (HWY_ARCH_X86 && sizeof one == 4) {
    const V r = hn::ApproximateReciprocal(b);
    return hn::MulAdd(r, hn::NegMulAdd(b, r, hn::Set(d, one)), r);
  } else {
#if HWY_TARGET <= HWY_AVX3
    const V r{_mm512_rcp14_pd(b.raw)};
    const V e = hn::NegMulAdd(b, r, hn::Set(d, one));
    return hn::MulAdd(r, hn::MulAdd(e, e, e), r);
#else
    return hn::Div(hn::Set(d, one), b);
#endif
  }
}

// ---- integers in numbers with room to spare -------------------------------------------------------------------------
//
// With b > 0, floor(a / b) = floor(c / b) where c = a + 1/2, and c / b is at least 1 / 2b away from every integer; with
// b < 0 the same holds of c = a - 1/2. Truncation is the same with the sign of a in place of that of b, and with the
// integer towards zero. So a quotient x that is wrong by less than 1 / 2|b| still has the wanted integer beside it, and
// x - 1/2, or x + 1/2 where that integer is above, rounds to it: no remainder, no correction.
//
// c is exact, x = c / b (1 + e), and taking 1/2 off rounds by at most 2^-p max(|x|, 1/2), or twice where there is no
// fused multiply-add. All of that is less than 1 / 2|b| where |c| (e + 2^(1-p)) + |b| 2^-p < 1/2:
//   8 bits in float      |c| < 2^8    e < 2^-11, an approximate reciprocal     below 2^-2
//   16 bits in float     |c| < 2^16   e < 2^-20, a reciprocal as above         below 2^-3
//   32 bits in double    |c| < 2^32   e = 2^-53, divided by the processor      below 2^-18
//   8 bits in float16    |c| < 2^8    e < 2^-11 + 2^-14, fused                 below 0.4
// and e is 2^-p where the processor divides float. Quotients by zero, in lanes beyond an end, are anything.
//
// Integers become numbers as the lowest bits of one whose last bit is worth 1, and numbers become integers likewise, by
// which MIN / -1 wraps.

// Floats as their patterns: all that is needed of them here.
template <class T> struct Number {
  using Bits = Word<sizeof(T) * 8>;
  static constexpr unsigned fraction = std::numeric_limits<T>::digits - 1;
  static constexpr Bits bias = std::numeric_limits<T>::max_exponent - 1;
  static constexpr Bits sign = Bits{1} << (sizeof(T) * 8 - 1);
  static constexpr Bits half = (bias - 1) << fraction;
  static constexpr Bits unit = (bias + fraction) << fraction;  // the first number whose last bit is worth 1

  template <class D, class V> static HWY_INLINE V add(D d, V x, V y) { return hn::BitCast(d, hn::Add(of(x), of(y))); }
  template <class D, class V> static HWY_INLINE V sub(D d, V x, V y) { return hn::BitCast(d, hn::Sub(of(x), of(y))); }

  // c / b - s for c and b of `width` bits
  template <unsigned width, class D, class V> static HWY_INLINE V quotient_less(D d, V c, V b, V s) {
    return hn::BitCast(d, quotient_less<width>(of(c), of(b), of(s)));
  }

  // c / b as an integer, where the processor truncates
  static constexpr bool truncates = HWY_TARGET <= HWY_AVX3 && sizeof(T) == 4;
#if HWY_TARGET <= HWY_AVX3
  template <unsigned width, class D, class V> static HWY_INLINE V truncated(D d, V c, V b) {
    return V{_mm512_cvttps_epi32(of(quotient_less<width>(d, c, b, hn::Zero(d))).raw)};
  }
#endif

 private:
  template <class V> static HWY_INLINE auto of(V bits) {
    const hn::Rebind<T, hn::DFromV<V>> f;
    return hn::BitCast(f, bits);
  }

  template <unsigned width, class V> static HWY_INLINE V quotient_less(V c, V b, V s) {
    [[maybe_unused]] const hn::DFromV<V> f;
    if constexpr (!HWY_ARCH_X86 || sizeof(T) == 8)
      return hn::Sub(hn::Div(c, b), s);
    else if constexpr (width > 8)
      return hn::MulSub(c, reciprocal(f, b, 1), s);
    else
      return hn::MulSub(c, hn::ApproximateReciprocal(b), s);
  }
};

template <unsigned by, class V> HWY_INLINE V lowered(V v) {
  if constexpr (by == 0)
    return v;
  else
    return hn::ShiftRight<by>(v);
}

// The quotients of the elements that begin at bit `at` of the lanes, in the lowest bits.
template <class N, class T, bool floor, unsigned at, class D, class V> HWY_INLINE V quotients_at(D d, V a, V b) {
  using Bits = typename N::Bits;
  constexpr unsigned width = sizeof(T) * 8;
  const auto unit = hn::Set(d, N::unit), half = hn::Set(d, N::half), sign = hn::Set(d, N::sign);
  const auto element = hn::Set(d, std::numeric_limits<Word<width>>::max());
  const auto least = hn::Set(d, static_cast<Bits>(N::unit + (std::is_signed_v<T> ? Bits{1} << (width - 1) : 0)));
  const auto middle = hn::Set(d, static_cast<Bits>(N::unit + (Bits{1} << (N::fraction - 1))));
  const auto x = N::sub(d, hn::OrAnd(unit, lowered<at>(a), element), least);
  const auto y = N::sub(d, hn::OrAnd(unit, lowered<at>(b), element), least);
  const auto c = N::add(d, x, std::is_signed_v<T> ? hn::OrAnd(half, floor ? y : x, sign) : half);
  if constexpr (!floor && N::truncates) return N::template truncated<width>(d, c, y);
  const auto side = floor || !std::is_signed_v<T> ? half : hn::OrAnd(half, hn::Xor(x, y), sign);
  return N::add(d, N::template quotient_less<width>(d, c, y, side), middle);
}

// All quotients of elements T, as many at a time as there are numbers N in a vector.
template <class N, class T, bool floor, class D, class V> HWY_INLINE V quotients(D d, V a, V b) {
  using Bits = typename N::Bits;
  constexpr unsigned width = sizeof(T) * 8, parts = sizeof(Bits) / sizeof(T);
  const hn::Repartition<Bits, D> u;
  const hn::Rebind<Word<width>, D> e;
  const auto flip = hn::Set(e, static_cast<Word<width>>(std::is_signed_v<T> ? Word<width>{1} << (width - 1) : 0));
  const auto x = hn::BitCast(u, hn::Xor(hn::BitCast(e, a), flip)), y = hn::BitCast(u, hn::Xor(hn::BitCast(e, b), flip));
  const auto element = hn::Set(u, std::numeric_limits<Word<width>>::max());
  auto all = hn::And(quotients_at<N, T, floor, 0>(u, x, y), element);
  if constexpr (parts == 4) {
    const auto q1 = hn::ShiftLeft<width>(hn::And(quotients_at<N, T, floor, width>(u, x, y), element));
    const auto q2 = hn::ShiftLeft<2 * width>(hn::And(quotients_at<N, T, floor, 2 * width>(u, x, y), element));
    all = hn::Or(all, hn::Or(q1, q2));
  }
  constexpr unsigned last = (parts - 1) * width;
  all = hn::Or(all, hn::ShiftLeft<last>(quotients_at<N, T, floor, last>(u, x, y)));
  return hn::BitCast(d, all);
}

// ---- integers as wide as the numbers
// ----------------------------------------------------------------------------------

// integer_below: an integer in [t - 1, t], 0 <= t < 2^n, of n bits.
// corrected: q, or q + 1 where what is left is not below b.
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE hn::Vec512<std::uint32_t> integer_below(hn::Vec512<float> t) { return {_mm512_cvttps_epu32(t.raw)}; }
HWY_INLINE hn::Vec512<std::uint64_t> integer_below(hn::Vec512<double> t) { return {_mm512_cvttpd_epu64(t.raw)}; }
using U32 = hn::Vec512<std::uint32_t>;
HWY_INLINE U32 corrected(U32 q, U32 left, U32 b) {
  return {_mm512_mask_add_epi32(q.raw, _mm512_cmpge_epu32_mask(left.raw, b.raw), q.raw, _mm512_set1_epi32(1))};
}
using U64 = hn::Vec512<std::uint64_t>;
HWY_INLINE U64 corrected(U64 q, U64 left, U64 b) {
  return {_mm512_mask_add_epi64(q.raw, _mm512_cmpge_epu64_mask(left.raw, b.raw), q.raw, _mm512_set1_epi64(1))};
}
#else
// By the multiple of 2^32 nearest to t and what is left, both of which are exact.
template <class V> HWY_INLINE auto integer_below(V t) {
  const hn::DFromV<V> f;
  const hn::RebindToUnsigned<decltype(f)> u;
  const auto unit = hn::Set(f, 0x1.8p52);
  const auto high = hn::Add(hn::Mul(t, hn::Set(f, 0x1p-32)), unit);
  const auto left = hn::Sub(t, hn::Mul(hn::Sub(high, unit), hn::Set(f, 0x1p32)));
  const auto low = hn::Sub(hn::BitCast(u, hn::Add(hn::Sub(left, hn::Set(f, 0.5)), unit)), hn::BitCast(u, unit));
  return hn::Add(hn::ShiftLeft<32>(hn::BitCast(u, high)), low);
}
template <class V> HWY_INLINE V corrected(V q, V left, V b) {
  return hn::IfThenElse(hn::Lt(left, b), q, hn::Add(q, hn::Set(hn::DFromV<V>(), 1)));
}
#endif

// floor(a / b) of n bits. With k = 2^-20 in float and 2^-40 in double, r b lies in [1 - 2k, 1 - k/2] with room for the
// roundings of a, b and the products. So a quotient is never too large, and the first is too small by at most
// 2^n 2k + 1; it leaves a remainder that is not negative and exact modulo 2^n. The quotient of that remainder is too
// small by at most (2^n 2k + 1) 2k + 1 < 2: one correction is enough.
template <class V> HWY_INLINE V unsigned_quotient(V a, V b) {
  const hn::RebindToFloat<hn::DFromV<V>> f;
  using T = hn::TFromD<decltype(f)>;
  const auto r = reciprocal(f, hn::ConvertTo(f, b), sizeof(T) == 4 ? T(1 - 0x1p-20) : T(1 - 0x1p-40));
  const V first = integer_below(hn::Mul(hn::ConvertTo(f, a), r));
  const auto rest = hn::Sub(a, hn::Mul(first, b));
  const V second = integer_below(hn::Mul(hn::ConvertTo(f, rest), r));
  return corrected(hn::Add(first, second), hn::Sub(rest, hn::Mul(second, b)), b);
}

// The same of signed integers, by their sizes.
template <bool floor, class D, class V> HWY_INLINE V signed_quotient(D d, V a, V b) {
  const hn::RebindToUnsigned<D> u;
  if constexpr (floor) {
    // With x = a, or -a where b < 0, so that the divisor is |b|: floor(x / |b|) = ~floor(~x / |b|) where x < 0. -MIN is
    // not negative though it looks so, which shows in ~MIN.
    const auto flip = hn::BroadcastSignBit(b), turned = hn::Xor(a, flip), x = hn::Sub(turned, flip);
    const auto below = hn::BroadcastSignBit(hn::And(turned, x));
    const auto q = unsigned_quotient(hn::BitCast(u, hn::Xor(x, below)), hn::BitCast(u, hn::Abs(b)));
    return hn::Xor(hn::BitCast(d, q), below);
  } else {
    const auto below = hn::BroadcastSignBit(hn::Xor(a, b));
    const auto q = unsigned_quotient(hn::BitCast(u, hn::Abs(a)), hn::BitCast(u, hn::Abs(b)));
    return hn::Sub(hn::Xor(hn::BitCast(d, q), below), below);
  }
}

// ---- by type --------------------------------------------------------------------------------------------------------

template <class T, bool floor> struct Quotient : LaneOp<T> {
  static constexpr bool commutes = false;
  template <class D, class V> HWY_INLINE V of(D d, V a, V b) const {
    if constexpr (std::is_floating_point_v<T>)
      return hn::Div(a, b);
    else if constexpr (sizeof(T) <= 2)
      return quotients<Number<float>, T, floor>(d, a, b);
    else if constexpr (sizeof(T) == 4 && HWY_TARGET > HWY_AVX3)
      return quotients<Number<double>, T, floor>(d, a, b);
    else if constexpr (std::is_signed_v<T>)
      return signed_quotient<floor>(d, a, b);
    else
      return unsigned_quotient(a, b);
  }
};
// Only signed integers have two quotients.
template <class T> using FloorQuotient = Quotient<T, std::is_integral_v<T> && std::is_signed_v<T>>;
template <class T> using TruncatedQuotient = Quotient<T, false>;

// Whether any of `count` elements is zero; `elements` of them are in a lane.
template <unsigned elements, class Lane> HWY_NOINLINE bool any_zero(const Lane* lanes, std::uint64_t count) {
  const hn::ScalableTag<Lane> d;
  const std::size_t N = hn::Lanes(d), n = static_cast<std::size_t>(count / elements);
  const auto zero = hn::Zero(d), low = hn::Set(d, 0x0F);
  const auto zeros = [&](auto v) HWY_ATTR {
    if constexpr (elements == 1)
      return hn::Eq(v, zero);
    else
      return hn::Or(hn::Eq(hn::And(v, low), zero), hn::Eq(hn::AndNot(low, v), zero));
  };
  if constexpr (elements == 2)
    if (count % 2 == 1 && lanes[n] % 16 == 0) return true;
  if (n < N) return !hn::AllFalse(d, hn::And(zeros(load_first(d, lanes, n)), hn::FirstN(d, n)));
  auto found = hn::MaskFromVec(zero);
  std::size_t i = 0;
  for (; i + 4 * N <= n; i += 4 * N)
    found =
        hn::Or(found, hn::Or(hn::Or(zeros(hn::LoadU(d, lanes + i)), zeros(hn::LoadU(d, lanes + i + N))),
                             hn::Or(zeros(hn::LoadU(d, lanes + i + 2 * N)), zeros(hn::LoadU(d, lanes + i + 3 * N)))));
  for (; i < n; i += N) found = hn::Or(found, zeros(hn::LoadU(d, lanes + std::min(i, n - N))));
  return !hn::AllFalse(d, found);
}

// B is searched for zeros before the first result is written. If there is one, the reference finds the first index and
// counts the elements concerned.
template <class Algebra, class Floored, class Truncated>
Status divide(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if constexpr (std::is_integral_v<typename Algebra::Value> && !requires { Algebra::format; })
    if (call.outputs[0]->shape.count > 0 &&
        any_zero<Floored::elements>(static_cast<const typename Floored::Lane*>(inputs[1]), call.inputs[1]->shape.count))
      return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, {});
  if constexpr (!std::is_same_v<Floored, Truncated>) {
    if (call.choices.integer_division == IntegerDivision::floor) {
      combine(Floored{}, call, inputs, outputs, work);
      return {};
    }
  }
  combine(Truncated{}, call, inputs, outputs, work);
  return {};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
