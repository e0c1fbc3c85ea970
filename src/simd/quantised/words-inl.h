// SPDX-License-Identifier: Apache-2.0
// Floor 7. The schemes of the sums of bytes (bytes.hpp), compiled once per target, for the tiles of the matrix products
// (products/schemes-inl.h says what a scheme has). Beside that a scheme W has
//   Piece               what a word has `unit` of: one element of one k
//   keeps_zeros         whether elements keep their zero points, which are then taken off the sums
//   left_is_signed      whether elements of A become signed integers before their zero points are off
//   piece, word         of an element of A; of B in lanes, where load(i) has the bytes of the i-th k
//   whole               words that are taken at a time: lines of A are filled up with zeros, and of B as much is read
//   by_places           that these are words of one place of a kernel, so that lines have their words place by place,
//                       and that tiles are made by block(t, places, rows, vectors)
#if defined(ETALON_SIMD_WORDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_WORDS_INL_H_
#undef ETALON_SIMD_WORDS_INL_H_
#else
#define ETALON_SIMD_WORDS_INL_H_
#endif

#include "simd/products/schemes-inl.h"
#include "simd/quantised/bytes.hpp"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

struct WordLanes : EvenTiles {
  using Left = std::uint32_t;
  using Right = std::uint32_t;
  using Lane = std::int32_t;
  using Down = Vec<std::uint32_t>;
  using Across = Vec<std::uint32_t>;
  using Sum = Vec<std::int32_t>;
  static constexpr size_t lanes = HWY_MAX_BYTES / 4, left_words = 1, right_words = 1, whole = 1;
  static constexpr bool by_places = false;
  static HWY_INLINE Sum zero() { return hn::Zero(Tag<Lane>()); }
  static HWY_INLINE Sum resume(const Lane* from) { return hn::LoadU(Tag<Lane>(), from); }
  static HWY_INLINE Across across(const Right* from) { return hn::LoadU(Tag<Right>(), from); }
  static HWY_INLINE Down down(const Left* from) {
    Left word;  // written as pieces
    std::memcpy(&word, from, sizeof word);
    return hn::Set(Tag<Left>(), word);
  }
  static HWY_INLINE void store(Sum sum, Lane* to) { hn::StoreU(sum, Tag<Lane>(), to); }
  static HWY_INLINE bool needs_finish(const Sum*, size_t) { return false; }
  static HWY_INLINE Sum finish(Sum sum) { return sum; }
};

// One k, or two, less their zero points. A product of such numbers, and the sum of two, has less than 32 bits.
template <size_t k> struct LessZeros : WordLanes {
  using Piece = std::conditional_t<k == 1, std::int32_t, std::int16_t>;
  static constexpr size_t unit = k;
  static constexpr bool keeps_zeros = false, left_is_signed = false;
  static HWY_INLINE Sum step(Down a, Across b, Sum sum) {
#if HWY_ARCH_X86
    // The upper half of a single k of A is left out, so that an instruction for pairs does.
    const hn::Repartition<std::int16_t, Tag<Lane>> d;
    Sum none = sum;
    return hn::ReorderWidenMulAccumulate(Tag<Lane>(), hn::BitCast(d, a), hn::BitCast(d, b), sum, none);
#else
    static_assert(k == 1);
    return hn::Add(sum, hn::BitCast(Tag<Lane>(), hn::Mul(a, b)));
#endif
  }
  template <class Load> static HWY_INLINE Across word(const Load& load, Across flip, Across zero) {
    const Across first = hn::Sub(hn::Xor(load(0), flip), zero);
    if constexpr (k == 1) return first;
    const Across second = hn::Sub(hn::Xor(load(k - 1), flip), zero);
    return hn::Or(hn::And(first, hn::Set(Tag<Right>(), 0xFFFF)), hn::ShiftLeft<16>(second));
  }
  static HWY_INLINE Piece piece(std::uint8_t byte, std::uint8_t flip, std::int32_t zero) {
    const auto number = static_cast<std::uint32_t>((byte ^ flip) - zero);
    if constexpr (k == 1 && HWY_ARCH_X86)
      return static_cast<Piece>(number & 0xFFFF);
    else
      return static_cast<Piece>(number);
  }
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
