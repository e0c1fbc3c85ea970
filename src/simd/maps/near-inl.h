// SPDX-License-Identifier: Apache-2.0
// Floor 7. The functions of scalar/functions/near_text.h over vectors of double, compiled once per target. Their errors
// are those of scalar/functions/near.h, whether a target fuses or not, and wherever a quotient comes from.
#if defined(ETALON_SIMD_NEAR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_NEAR_INL_H
#undef ETALON_SIMD_NEAR_INL_H
#else
#define ETALON_SIMD_NEAR_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "scalar/functions/near.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {
namespace near_lanes {
namespace hn = hwy::HWY_NAMESPACE;

// ---- what the text is built from ------------------------------------------------------------------------------------

using Tag = hn::ScalableTag<double>;
using Bits = hn::RebindToUnsigned<Tag>;
using near_truth = hn::Mask<Tag>;

struct near_number {
  hn::Vec<Tag> v;
  HWY_INLINE near_number(hn::Vec<Tag> lanes) : v(lanes) {}
  HWY_INLINE near_number(double all) : v(hn::Set(Tag(), all)) {}
};
using near_whole = near_number;  // 1.5 2^52 + n

HWY_INLINE near_number operator-(near_number a) { return hn::Neg(a.v); }
HWY_INLINE near_number operator+(near_number a, near_number b) { return hn::Add(a.v, b.v); }
HWY_INLINE near_number operator-(near_number a, near_number b) { return hn::Sub(a.v, b.v); }
HWY_INLINE near_number operator*(near_number a, near_number b) { return hn::Mul(a.v, b.v); }
HWY_INLINE near_number near_step(near_number a, near_number b, near_number c) { return hn::MulAdd(a.v, b.v, c.v); }
HWY_INLINE near_number near_root(near_number x) { return hn::Sqrt(x.v); }
HWY_INLINE near_number near_size(near_number x) { return hn::Abs(x.v); }
HWY_INLINE near_number near_smaller(near_number a, near_number b) { return hn::IfThenElse(hn::Lt(a.v, b.v), a.v, b.v); }
HWY_INLINE near_number near_signed(near_number x, near_number s) { return hn::CopySign(x.v, s.v); }
HWY_INLINE near_truth near_below(near_number a, near_number b) { return hn::Lt(a.v, b.v); }
HWY_INLINE near_number near_choice(near_truth which, near_number a, near_number b) {
  return hn::IfThenElse(which, a.v, b.v);
}

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
// A reciprocal y of b with an error e of less than 2^-14 becomes y (1 + e) (1 + e^2), which is off by e^4. Two
// roundings of it and one of the product make less than 2^-51.
HWY_INLINE near_number near_quotient(near_number a, near_number b) {
  const hn::Vec<Tag> y{_mm512_rcp14_pd(b.v.raw)};
  const auto e = hn::NegMulAdd(b.v, y, hn::Set(Tag(), 1.0));
  const auto better = hn::MulAdd(y, e, y);
  return hn::Mul(a.v, hn::MulAdd(better, hn::Mul(e, e), better));
}
#else
HWY_INLINE near_number near_quotient(near_number a, near_number b) { return hn::Div(a.v, b.v); }
#endif

HWY_INLINE hn::Vec<Bits> bits_of(near_number x) { return hn::BitCast(Bits(), x.v); }
HWY_INLINE near_number of_bits(hn::Vec<Bits> bits) { return hn::BitCast(Tag(), bits); }

HWY_INLINE near_whole near_rounded(near_number x) { return x + NEAR_WHOLE; }
HWY_INLINE near_number near_value(near_whole n) { return n - NEAR_WHOLE; }
HWY_INLINE near_number near_two_to(near_whole n) {
  return of_bits(hn::Add(hn::ShiftLeft<52>(bits_of(n)), hn::Set(Bits(), NEAR_ONE)));
}
HWY_INLINE near_whole near_next(near_whole n) { return n + 1; }
HWY_INLINE near_truth near_is_odd(near_whole n) {
  return hn::RebindMask(Tag(), hn::TestBit(bits_of(n), hn::Set(Bits(), 1)));
}
HWY_INLINE near_number near_turned(near_number x, near_whole n) {
  return of_bits(hn::Xor(bits_of(x), hn::ShiftLeft<63>(hn::ShiftRight<1>(bits_of(n)))));
}

HWY_INLINE hn::Vec<Bits> near_moved(near_number x) {
  return hn::ShiftRight<52>(hn::Add(bits_of(x), hn::Set(Bits(), NEAR_ONE - NEAR_ROOT_HALF)));
}
// The exponent in the last bits of 2^52 is a number without a conversion, which some targets lack.
HWY_INLINE near_number near_exponent(near_number x) {
  return of_bits(hn::Or(near_moved(x), bits_of(0x1p52))) - (0x1p52 + 1023);
}
HWY_INLINE near_number near_fraction(near_number x) {
  return of_bits(hn::Add(hn::Sub(bits_of(x), hn::ShiftLeft<52>(near_moved(x))), hn::Set(Bits(), NEAR_ONE)));
}

HWY_INLINE near_number near_polynomial(near_number x, near_number square, const double* c, int degree) {
  near_number last = c[degree], next = c[degree - 1];
  ETALON_UNROLL
  for (int i = degree - 2; i >= 0; --i) {
    const near_number now = near_step(last, square, c[i]);
    last = next, next = now;
  }
  return near_step(last, x, next);
}

// Entry n of a table of eight; only the last three bits of n count.
HWY_INLINE near_number near_entry(const double* eight, near_whole n) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return hn::Vec<Tag>{_mm512_permutexvar_pd(bits_of(n).raw, hn::LoadU(Tag(), eight).raw)};
#else
  const hn::RebindToSigned<Tag> index;
  return hn::GatherIndex(Tag(), eight, hn::And(hn::BitCast(index, n.v), hn::Set(index, 7)));
#endif
}
HWY_INLINE near_number near_piecewise(near_number x, near_number square, const double (*c)[8], int degree,
                                      near_whole n) {
  near_number last = near_entry(c[degree], n), next = near_entry(c[degree - 1], n);
  ETALON_UNROLL
  for (int i = degree - 2; i >= 0; --i) {
    const near_number now = near_step(last, square, near_entry(c[i], n));
    last = next, next = now;
  }
  return near_step(last, x, next);
}

#define NEAR_TEXT HWY_INLINE
#include "scalar/functions/near_text.h"
#undef NEAR_TEXT

}  // namespace near_lanes
}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
