// SPDX-License-Identifier: Apache-2.0
// Floor 7. float16 and bfloat16 by arithmetic on float, compiled once per target. A vector of patterns is split into
// two of float (in any order) and joined again, rounded to nearest even and with one quiet NaN.
#if defined(ETALON_SIMD_HALF_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_HALF_INL_H
#undef ETALON_SIMD_HALF_INL_H
#else
#define ETALON_SIMD_HALF_INL_H
#endif

#include "simd/lanes/nans-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// Patterns without their sign that are beyond the infinity become the quiet NaN.
template <class D, class V> HWY_INLINE V one_nan(D d, V v, std::uint16_t infinity, std::uint16_t nan) {
  const hn::RebindToSigned<D> i;
  const auto size = hn::BitCast(i, hn::And(v, hn::Set(d, 0x7FFF)));
  const auto is_nan = hn::Gt(size, hn::Set(i, static_cast<std::int16_t>(infinity)));
  return hn::IfThenElse(hn::RebindMask(d, is_nan), hn::Set(d, nan), v);
}

// bfloat16 is the upper half of a float: even elements are shifted there, odd ones are there.
struct BFloat16 {
  template <class F, class V> static HWY_INLINE hn::Vec<F> one(F f, V v) {
    const hn::RebindToUnsigned<F> u;
    return hn::BitCast(f, hn::ShiftLeft<16>(hn::BitCast(u, v)));
  }
  template <class F, class V> static HWY_INLINE hn::Vec<F> other(F f, V v) {
    const hn::RebindToUnsigned<F> u;
    return hn::BitCast(f, hn::And(hn::BitCast(u, v), hn::Set(u, 0xFFFF0000)));
  }
  template <class D, class V> static HWY_INLINE hn::Vec<D> joined(D d, V even, V odd) {
    const hn::Repartition<std::uint32_t, D> u;
    const auto low = hn::ShiftRight<16>(rounded(u, even));
    return one_nan(d, hn::BitCast(d, hn::OrAnd(low, rounded(u, odd), hn::Set(u, 0xFFFF0000))), 0x7F80, 0x7FC0);
  }

 private:
  // The carry moves up into the exponent as it should. A NaN stays a NaN: its lower half is zero, because it is the
  // processor's own NaN or one of the operands.
  template <class U, class V> static HWY_INLINE hn::Vec<U> rounded(U u, V v) {
    const auto bits = hn::BitCast(u, v);
    const auto even = hn::And(hn::ShiftRight<16>(bits), hn::Set(u, 1));
    return hn::Add(hn::Add(bits, hn::Set(u, 0x7FFF)), even);
  }
};

#if HWY_TARGET == HWY_SSE4 || HWY_ARCH_ARM
// By integers and float. Patterns are even and odd ones in lanes of 32 bits.
struct Float16 {
  template <class F, class V> static HWY_INLINE hn::Vec<F> one(F f, V v) {
    const hn::RebindToUnsigned<F> u;
    return widened(f, hn::And(hn::BitCast(u, v), hn::Set(u, 0xFFFF)));
  }
  template <class F, class V> static HWY_INLINE hn::Vec<F> other(F f, V v) {
    const hn::RebindToUnsigned<F> u;
    return widened(f, hn::ShiftRight<16>(hn::BitCast(u, v)));
  }
  template <class D, class V> static HWY_INLINE hn::Vec<D> joined(D d, V even, V odd) {
    const hn::Repartition<float, D> f;
    return one_nan(d, hn::BitCast(d, hn::Or(narrowed(f, even), hn::ShiftLeft<16>(narrowed(f, odd)))), 0x7C00, 0x7E00);
  }

 private:
  // Fraction and exponent put in their places make a number that is 2^-112 times too small, also among subnormals;
  // infinities and NaNs get the highest exponent.
  template <class F, class V> static HWY_INLINE hn::Vec<F> widened(F f, V pattern) {
    const hn::RebindToUnsigned<F> u;
    const hn::RebindToSigned<F> i;
    const auto size = hn::And(pattern, hn::Set(u, 0x7FFF));
    const auto number = hn::Mul(hn::BitCast(f, hn::ShiftLeft<13>(size)), hn::Set(f, 0x1p112f));
    const auto beyond = hn::VecFromMask(i, hn::Gt(hn::BitCast(i, size), hn::Set(i, 0x7BFF)));
    const auto highest = hn::And(hn::BitCast(u, beyond), hn::Set(u, 0x7F800000));
    const auto sign = hn::ShiftLeft<16>(hn::Xor(pattern, size));
    return hn::BitCast(f, hn::Or(hn::Or(hn::BitCast(u, number), highest), sign));
  }

  // Normal numbers lose 13 bits of their fraction, the carry moves up into the exponent, and what comes out beyond the
  // infinity is one. Smaller ones are added to 1/2, whose last bit is the smallest subnormal.
  template <class F, class V> static HWY_INLINE hn::Vec<hn::RebindToUnsigned<F>> narrowed(F f, V v) {
    const hn::RebindToUnsigned<F> u;
    const hn::RebindToSigned<F> i;
    const auto bits = hn::BitCast(u, v);
    const auto size = hn::And(bits, hn::Set(u, 0x7FFFFFFF));
    const auto even = hn::And(hn::ShiftRight<13>(size), hn::Set(u, 1));
    const auto moved = hn::Add(hn::Sub(size, hn::Set(u, (112u << 23) - 0xFFF)), even);
    const auto normal = hn::Min(hn::ShiftRight<13>(moved), hn::Set(u, 0x7C00));
    const auto half = hn::Set(f, 0.5f);
    const auto small = hn::Sub(hn::BitCast(u, hn::Add(hn::BitCast(f, size), half)), hn::BitCast(u, half));
    const auto is_small = hn::Lt(hn::BitCast(i, size), hn::Set(i, 113 << 23));
    const auto is_nan = hn::Gt(hn::BitCast(i, size), hn::Set(i, 0x7F800000));
    const auto number = hn::IfThenElse(hn::RebindMask(u, is_small), small, normal);
    const auto result = hn::IfThenElse(hn::RebindMask(u, is_nan), hn::Set(u, 0x7E00), number);
    return hn::Or(result, hn::ShiftRight<16>(hn::Xor(bits, size)));
  }
};
#else
// By the conversions of the processor, which round as the floating-point environment does and keep subnormals.
struct Float16 {
  template <class F, class V> static HWY_INLINE hn::Vec<F> one(F f, V v) {
    return hn::PromoteTo(f, hn::LowerHalf(patterns(f, v)));
  }
  template <class F, class V> static HWY_INLINE hn::Vec<F> other(F f, V v) {
    const hn::Rebind<hwy::float16_t, F> h;
    return hn::PromoteTo(f, hn::UpperHalf(h, patterns(f, v)));
  }
  template <class D, class V> static HWY_INLINE hn::Vec<D> joined(D d, V lower, V upper) {
    const hn::Half<D> part;
    const hn::Rebind<hwy::float16_t, decltype(part)> h;
    const auto low = hn::BitCast(part, hn::DemoteTo(h, lower)), high = hn::BitCast(part, hn::DemoteTo(h, upper));
    return one_nan(d, hn::Combine(d, high, low), 0x7C00, 0x7E00);
  }

 private:
  template <class F, class V> static HWY_INLINE auto patterns(F, V v) {
    const hn::Repartition<hwy::float16_t, F> h;
    return hn::BitCast(h, v);
  }
};
#endif

// An operation on patterns by the one on float, rounded once more. The second rounding changes nothing. Float has at
// least 2p + 2 bits for the precision p of either format (24; 11, 8): a rounded sum, product or quotient is then never
// moved onto the middle between two normal numbers of the format, nor across (Figueroa, When is double rounding
// innocuous?). Where the format is subnormal its numbers are further apart, and float is fine enough:
//   sums          are multiples of the smallest subnormal and exact;
//   products      of float16 are exact; those of bfloat16 have 16 bits, which all fit from the first middle on, 2^-134,
//                 and what is smaller is not moved beyond it, which rounds to zero as well;
//   quotients     that are no middle are at least 2^-23 times themselves away from one (float16) or 2^-143 (bfloat16),
//                 and float moves them by at most 2^-24 times themselves or 2^-150.
template <class Format, class FloatOp> struct Halves {
  using Lane = std::uint16_t;
  static constexpr unsigned elements = 1;
  static constexpr bool commutes = FloatOp::commutes, slow = FloatOp::slow;
  using Nans = NoNans;  // joined() already makes every NaN the one quiet NaN

  template <class D, class V> HWY_INLINE V of(D d, V a, V b) const {
    const hn::Repartition<float, D> f;
    return Format::joined(d, FloatOp().of(f, Format::one(f, a), Format::one(f, b)),
                          FloatOp().of(f, Format::other(f, a), Format::other(f, b)));
  }
};

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
