// SPDX-License-Identifier: Apache-2.0
// Floor 7. Elements of 4 bits, two per byte as in scalar/nibble.h: operations on them, and runs of them that begin
// anywhere. Compiled once per target.
#if defined(ETALON_SIMD_NIBBLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_NIBBLES_INL_H
#undef ETALON_SIMD_NIBBLES_INL_H
#else
#define ETALON_SIMD_NIBBLES_INL_H
#endif

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "scalar/nibble.h"
#include "simd/lanes/nans-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// The operation on bytes, for the two halves of each.
template <class ByteOp> struct Nibbles {
  using Lane = std::uint8_t;
  static constexpr unsigned elements = 2;
  static constexpr bool commutes = ByteOp::commutes, slow = ByteOp::slow;
  using Nans = NoNans;

  template <class D, class V> HWY_INLINE V of(D d, V a, V b) const {
    const hn::Rebind<typename ByteOp::Lane, D> bytes;
    const auto low = hn::BitCast(d, ByteOp().of(bytes, lower(d, a), lower(d, b)));
    const auto high = hn::BitCast(d, ByteOp().of(bytes, upper(d, a), upper(d, b)));
    const hn::RepartitionToWide<D> pair;
    const auto raised = hn::BitCast(d, hn::ShiftLeft<4>(hn::BitCast(pair, high)));
    return hn::OrAnd(hn::AndNot(hn::Set(d, 0x0F), raised), low, hn::Set(d, 0x0F));
  }

 private:
  // As bytes; (x ^ 8) - 8 spreads a sign.
  template <class D, class V> static HWY_INLINE auto lower(D d, V v) {
    const hn::Rebind<typename ByteOp::Lane, D> bytes;
    const auto x = hn::BitCast(bytes, hn::And(v, hn::Set(d, 0x0F)));
    if constexpr (std::is_signed_v<typename ByteOp::Lane>) {
      const auto sign = hn::Set(bytes, 8);
      return hn::Sub(hn::Xor(x, sign), sign);
    } else {
      return x;
    }
  }
  template <class D, class V> static HWY_INLINE auto upper(D d, V v) {
    const hn::RepartitionToWide<D> pair;
    return lower(d, hn::BitCast(d, hn::ShiftRight<4>(hn::BitCast(pair, v))));
  }
};

// A byte with an element in both halves.
inline std::uint8_t doubled(unsigned nibble) { return static_cast<std::uint8_t>(nibble % 16 * 0x11); }

// n elements from element `offset` of `from` on, or n times that one, to elements `at` and following of `to`; clears
// what is left of the last byte.
inline void lay_out_nibbles(std::uint8_t* to, std::uint64_t at, const std::uint8_t* from, std::uint64_t offset,
                            bool moves, std::uint64_t n) {
  if (n > 0 && at % 2 == 1) {
    nibble_store(to, at, nibble_load(from, offset));
    ++at, offset += moves, --n;
  }
  to += at / 2;
  const auto bytes = static_cast<std::size_t>(n / 2);
  const std::uint8_t* bytes_from = from + offset / 2;
  if (!moves) {
    std::memset(to, doubled(nibble_load(from, offset)), bytes);
  } else if (offset % 2 == 0) {
    std::memcpy(to, bytes_from, bytes);
  } else {
    for (std::size_t i = 0; i < bytes; ++i)
      to[i] = static_cast<std::uint8_t>(bytes_from[i] >> 4 | bytes_from[i + 1] << 4);
  }
  if (n % 2 == 1) to[bytes] = nibble_load(from, offset + (moves ? n - 1 : 0));
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
