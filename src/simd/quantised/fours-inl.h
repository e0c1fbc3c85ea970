// SPDX-License-Identifier: Apache-2.0
// Floor 7. The scheme of words of four bytes (words-inl.h), for files that are compiled with AVX512-VNNI.
#if defined(ETALON_SIMD_FOURS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_FOURS_INL_H_
#undef ETALON_SIMD_FOURS_INL_H_
#else
#define ETALON_SIMD_FOURS_INL_H_
#endif

#include <immintrin.h>

#include "simd/quantised/words-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

struct WithZeros : WordLanes {
  using Piece = std::int8_t;
  static constexpr size_t unit = 4;
  static constexpr bool keeps_zeros = true, left_is_signed = true;
  static HWY_INLINE Sum step(Down a, Across b, Sum sum) { return Sum{_mm512_dpbusd_epi32(sum.raw, b.raw, a.raw)}; }
  static HWY_INLINE Down ones(size_t count) { return hn::Set(Tag<Left>(), 0x01010101u >> (8 * (unit - count))); }
  template <class Load> static HWY_INLINE Across word(const Load& load, Across flip, Across) {
    const Across low = hn::Or(load(0), hn::ShiftLeft<8>(load(1)));
    const Across high = hn::Or(hn::ShiftLeft<16>(load(2)), hn::ShiftLeft<24>(load(3)));
    return hn::Xor(hn::Or(low, high), flip);
  }
  static HWY_INLINE Piece piece(std::uint8_t byte, std::uint8_t flip, std::int32_t) {
    return static_cast<Piece>(byte ^ flip);
  }
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
