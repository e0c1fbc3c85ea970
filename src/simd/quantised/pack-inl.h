// SPDX-License-Identifier: Apache-2.0
// Floor 7. How bytes become the words of a scheme (words-inl.h), and sums become results; compiled once per target.
#if defined(ETALON_SIMD_PACK_BYTES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_PACK_BYTES_INL_H_
#undef ETALON_SIMD_PACK_BYTES_INL_H_
#else
#define ETALON_SIMD_PACK_BYTES_INL_H_
#endif

#include <algorithm>

#include "simd/products/gemm-inl.h"
#include "simd/quantised/rescale-inl.h"
#include "simd/quantised/words-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

inline size_t in_whole(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

// Words that so many k take.
template <class W> size_t words_of(size_t k) { return in_whole(in_whole(k, W::unit) / W::unit, W::whole); }

// ---- the left matrix ------------------------------------------------------------------------------------------------

// A line of elements, the places of each channel beside each other: a word has `unit` channels of one place. The places
// of a matrix are one. Returns the sum of the elements as they are packed.
template <class W>
HWY_NOINLINE std::uint32_t pack_line(const Bytes& from, size_t channels, size_t places, std::uint32_t* to) {
  const std::uint8_t flip = from.flip(W::left_is_signed);
  const std::int32_t zero = from.zero(W::left_is_signed, 0);
  auto* const pieces = reinterpret_cast<typename W::Piece*>(to);
  const size_t planes = words_of<W>(channels);
  std::uint32_t sum = 0;
  if (places == 1) {
    for (size_t k = 0; k < channels; ++k) {
      pieces[k] = W::piece(from.data[k], flip, zero);
      sum += static_cast<std::uint32_t>(pieces[k]);
    }
    for (size_t k = channels; k < planes * W::unit; ++k) pieces[k] = 0;
    return sum;
  }
  for (size_t channel = 0; channel < planes * W::unit; ++channel)
    for (size_t place = 0; place < places; ++place) {
      const size_t plane = channel / W::unit, word = W::by_places ? place * planes + plane : plane * places + place;
      auto& piece = pieces[word * W::unit + channel % W::unit];
      piece = channel < channels ? W::piece(from.data[channel * places + place], flip, zero) : 0;
      sum += static_cast<std::uint32_t>(piece);
    }
  return sum;
}

// ---- tiles ----------------------------------------------------------------------------------------------------------

template <class W, RowsOfB lie>
HWY_INLINE void make_tile(const Tile<W>& t, [[maybe_unused]] size_t places, size_t rows, size_t vectors) {
  if constexpr (W::by_places)
    W::block(t, places, rows, vectors);
  else
    tile_of<W, lie>(rows, vectors)(t);
}

// How many of so many rows are made next. The last two tiles are about equal, since one of few rows has too few
// independent sums.
template <class W> size_t next_rows(size_t rest, size_t most) {
  if constexpr (W::by_places) return std::min(rest, most);
  return rest <= most ? rest : rest < 2 * most ? (rest + 1) / 2 : most;
}

// ---- the right matrix -----------------------------------------------------------------------------------------------

// So many bytes, of which those beyond are 0 and not touched; all lanes where there are more.
template <class D> HWY_INLINE hn::Vec<D> first_bytes(D d, const std::uint8_t* from, size_t count) {
  if (count >= hn::Lanes(d)) return hn::LoadU(d, from);
  if constexpr (HWY_TARGET <= HWY_AVX3) return hn::MaskedLoad(hn::FirstN(d, count), d, from);
  HWY_ALIGN std::uint8_t rest[HWY_MAX_BYTES] = {};
  std::memcpy(rest, from, count);
  return hn::Load(d, rest);
}

// Every `step`-th byte in a lane of its own, of so many.
template <class W> HWY_INLINE Vec<std::uint32_t> load_bytes(const std::uint8_t* from, size_t step, size_t count) {
  const Tag<std::uint32_t> d;
  if (step == 1) return hn::PromoteTo(d, first_bytes(hn::Rebind<std::uint8_t, decltype(d)>(), from, count));
  if (step == 2) {
    const hn::Rebind<std::uint16_t, decltype(d)> pairs;
    const auto both = first_bytes(hn::Repartition<std::uint8_t, decltype(pairs)>(), from, 2 * count - 1);
    return hn::And(hn::PromoteTo(d, hn::BitCast(pairs, both)), hn::Set(d, 0xFFu));
  }
  HWY_ALIGN std::uint32_t some[W::lanes] = {};
  for (size_t i = 0; i < std::min(count, W::lanes); ++i) some[i] = from[i * step];
  return hn::Load(d, some);
}

// What is changed in the lanes of the right matrix before they are words.
template <class W> struct RightLanes {
  Vec<std::uint32_t> flip, zero;

  explicit HWY_INLINE RightLanes(const Bytes& of)
      : flip(hn::Set(Tag<std::uint32_t>(), of.flip(false) * (W::keeps_zeros ? 0x01010101u : 1u))),
        zero(hn::Set(Tag<std::uint32_t>(), static_cast<std::uint32_t>(of.zero(false, 0)))) {}
  // The zero points of some lines, one for each.
  HWY_INLINE void go_to(const Bytes& of, size_t line, size_t count) {
    if (W::keeps_zeros || of.zeros == nullptr || of.zeros_step == 0) return;
    const Tag<std::uint32_t> d;
    zero = hn::Xor(load_bytes<W>(of.zeros + line, 1, count), hn::Set(d, std::uint32_t{of.flip(false)}));
  }
  template <class Load> HWY_INLINE Vec<std::uint32_t> word(const Load& load) const { return W::word(load, flip, zero); }
};

// ---- results --------------------------------------------------------------------------------------------------------

template <class D> HWY_INLINE void store_results(hn::Vec<D> results, D d, size_t count, hn::TFromD<D>* to) {
  if (count >= hn::Lanes(d)) return hn::StoreU(results, d, to);
  if constexpr (HWY_TARGET <= HWY_AVX3) return hn::BlendedStore(results, hn::FirstN(d, count), d, to);
  HWY_ALIGN hn::TFromD<D> rest[HWY_MAX_BYTES / 4];
  hn::Store(results, d, rest);
  std::memcpy(to, rest, count * sizeof *to);
}

// Rows of sums, `stride` from each other and whole vectors long, to results from (row, column) on: to each the numbers
// of its row and its column are added first, where there are some.
template <class To>
HWY_NOINLINE void finish(const Results& results, const std::int32_t* sums, size_t stride, size_t rows, size_t columns,
                         size_t row, size_t column, const std::int32_t* of_rows, const std::int32_t* of_columns) {
  constexpr size_t lanes = HWY_MAX_BYTES / 4;
  const Tag<std::int32_t> d;
  [[maybe_unused]] const Rescale* const by = results.rescale;
  for (size_t i = 0; i < rows; ++i, sums += stride) {
    const auto added = hn::Set(d, of_rows == nullptr ? 0 : of_rows[row + i]);
    To* const to = static_cast<To*>(results.at(row + i, column));
    for (size_t j = 0; j < columns; j += lanes) {
      auto sum = hn::Add(hn::LoadU(d, sums + j), added);
      if (of_columns != nullptr) sum = hn::Add(sum, hn::LoadU(d, of_columns + column + j));
      if constexpr (sizeof(To) == 1) {
        const Tag<float> df;
        const size_t line = by->by_columns ? column + j : row + i;
        const auto factors = by->by_columns    ? hn::LoadU(df, by->factors + line)
                             : by->has_lines() ? hn::Set(df, by->factors[line])
                                               : hn::Set(df, by->factors[0]);
        const hn::Rebind<To, decltype(d)> bytes;
        store_results(hn::DemoteTo(bytes, Rescaler(*by).of(sum, factors, line)), bytes, columns - j, to + j);
      } else {
        store_results(sum, d, columns - j, to + j);
      }
    }
  }
}

using Finish = decltype(&finish<std::int32_t>);
inline Finish finish_of(const Results& results) {
  if (results.rescale == nullptr) return &finish<std::int32_t>;
  return results.rescale->lowest < 0 ? &finish<std::int8_t> : &finish<std::uint8_t>;
}

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
