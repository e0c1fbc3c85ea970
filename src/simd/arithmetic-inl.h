// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums and products of lanes as operations of elementwise-inl.h, compiled once a target. Signed and unsigned
// integers of a width wrap to the same bits, so they share one. -ffp-contract=off keeps what is written here apart.
#if defined(ETALON_SIMD_ARITHMETIC_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ARITHMETIC_INL_H
#undef ETALON_SIMD_ARITHMETIC_INL_H
#else
#define ETALON_SIMD_ARITHMETIC_INL_H
#endif

#include <limits>
#include <type_traits>

#include "simd/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- NaNs ---------------------------------------------------------------------------------------------------------

struct NoNans {
  template <class D, class V> static HWY_INLINE V sum(D, V s, V) { return s; }
  template <class D, class V> static HWY_INLINE bool in(D, V) { return false; }
  template <class D, class V> static HWY_INLINE V cleaned(D, V r) { return r; }
};

// A sum with a NaN is one; it is one too where infinities of both signs meet, and then nothing is there to be cleaned.
struct FloatNans {
  template <class D, class V> static HWY_INLINE V sum(D, V s, V r) { return hn::Add(s, r); }
  template <class D, class V> static HWY_INLINE bool in(D d, V s) { return !hn::AllFalse(d, hn::IsNaN(s)); }
  template <class D, class V> static HWY_INLINE V cleaned(D d, V r) {
    return hn::IfThenElse(hn::IsNaN(r), hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN()), r);
  }
};

template <class T, bool commuting = true> struct LaneOp {
  using Lane = T;
  static constexpr unsigned elements = 1;
  static constexpr bool commutes = commuting;
  using Nans = std::conditional_t<std::is_floating_point_v<T>, FloatNans, NoNans>;
};

// ---- floats and integers of 8 to 64 bits ------------------------------------------------------------------------

template <class T> struct Sum : LaneOp<T> {
  template <class D, class V> HWY_INLINE V of(D, V a, V b) const { return hn::Add(a, b); }
};

template <class T> struct Product : LaneOp<T> {
  template <class D, class V> HWY_INLINE V of(D, V a, V b) const { return hn::Mul(a, b); }
};

// There is no product of bytes: even ones are the low bytes of products of pairs, odd ones the high bytes, the
// factor's even byte being out of the way.
template <> struct Product<std::uint8_t> : LaneOp<std::uint8_t> {
  template <class D, class V> HWY_INLINE V of(D d, V a, V b) const {
    const hn::RepartitionToWide<D> pair;
    const auto low = hn::Set(pair, 0x00FF);
    const auto x = hn::BitCast(pair, a), y = hn::BitCast(pair, b);
    const auto even = hn::Mul(x, y), odd = hn::Mul(hn::ShiftRight<8>(x), hn::AndNot(low, y));
    return hn::BitCast(d, hn::Or(hn::And(even, low), odd));
  }
};

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
