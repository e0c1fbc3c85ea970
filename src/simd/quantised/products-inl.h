// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products of matrices of bytes by the tiles of the other products, compiled once per target. Sums are never
// split: a tile takes all k, and its sums become results while they are in the nearest cache.
#if defined(ETALON_SIMD_BYTE_PRODUCTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_BYTE_PRODUCTS_INL_H_
#undef ETALON_SIMD_BYTE_PRODUCTS_INL_H_
#else
#define ETALON_SIMD_BYTE_PRODUCTS_INL_H_
#endif

#include "simd/quantised/pack-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <class W> class ByteMultiplier {
  using Word = std::uint32_t;
  static constexpr size_t width = W::vectors * W::lanes, most_rows = W::rows[W::vectors];
  static constexpr size_t block_bytes = size_t{1} << 18;  // of A, which stays in the second-level cache
  static_assert(ByteSums::packed_unit % width == 0);

 public:
  static void run(const ByteProduct& p, std::byte* scratch) { ByteMultiplier(p, scratch).multiply(); }

  static std::uint64_t scratch(size_t rows, size_t columns, size_t inner) {
    return packed_bytes(columns, inner) + aligned_size(in_whole(columns, W::lanes) * sizeof(Word)) +
           block_rows(rows, inner) * (left_stride(inner) + 1) * sizeof(Word);
  }

  // Panels of columns, each with its words unit by unit, and then the sums of its columns, if zero points are kept.
  static std::uint64_t packed_bytes(size_t columns, size_t inner) {
    return aligned_size(std::uint64_t{in_whole(columns, W::lanes)} * panel_rows(inner) * sizeof(Word));
  }

  static void pack(const ByteProduct& p, std::byte* packed) {
    for (size_t j = 0; j < p.columns; j += width)
      pack_panel(p, j, std::min(width, p.columns - j), reinterpret_cast<Word*>(packed) + j * panel_rows(p.inner));
  }

 private:
  static size_t units(size_t inner) { return words_of<W>(inner); }
  static size_t panel_rows(size_t inner) { return units(inner) + (W::keeps_zeros ? 1 : 0); }
  static size_t left_stride(size_t inner) { return units(inner) + 16; }  // so that rows do not share a set of the cache
  static size_t block_rows(size_t rows, size_t inner) {
    const size_t most = std::max<size_t>(block_bytes / (left_stride(inner) * sizeof(Word)) / most_rows, 1) * most_rows;
    return std::min(most, in_whole(rows, most_rows));
  }

  static HWY_NOINLINE void pack_panel(const ByteProduct& p, size_t column, size_t columns, Word* to) {
    const Tag<Word> d;
    const size_t vectors = in_whole(columns, W::lanes) / W::lanes, all = units(p.inner);
    RightLanes<W> right(p.b);
    for (size_t v = 0; v < vectors; ++v) {
      const size_t first = column + v * W::lanes, count = columns - v * W::lanes;
      right.go_to(p.b, first, count);
      Vec<std::int32_t> sum = W::zero();
      for (size_t u = 0; u * W::unit < p.inner; ++u) {
        const std::uint8_t* const rows = p.b.data + u * W::unit * p.b_stride + first;
        const size_t last = std::min(W::unit, p.inner - u * W::unit) - 1;
        // a k beyond the last one repeats it: in A it is 0
        const auto word = right.word(
            [&](size_t i) HWY_ATTR { return load_bytes<W>(rows + std::min(i, last) * p.b_stride, 1, count); });
        hn::StoreU(word, d, to + (u * vectors + v) * W::lanes);
        if constexpr (W::keeps_zeros) sum = W::step(W::ones(last + 1), word, sum);
      }
      if constexpr (W::keeps_zeros)
        hn::StoreU(sum, Tag<std::int32_t>(), reinterpret_cast<std::int32_t*>(to + (all * vectors + v) * W::lanes));
    }
  }

  ByteMultiplier(const ByteProduct& p, std::byte* scratch) : p_(p), block_(block_rows(p.rows, p.inner)) {
    right_ = reinterpret_cast<const Word*>(p.packed != nullptr ? p.packed : scratch);
    if (p.packed == nullptr) pack(p, scratch);
    scratch += packed_bytes(p.columns, p.inner);
    of_columns_ = reinterpret_cast<std::int32_t*>(scratch);
    scratch += aligned_size(in_whole(p.columns, W::lanes) * sizeof(Word));
    of_rows_ = reinterpret_cast<std::int32_t*>(scratch);
    left_ = reinterpret_cast<Word*>(of_rows_ + block_);
    if constexpr (W::keeps_zeros) add_up_columns();
  }

  // What a zero point of A takes off each column.
  void add_up_columns() {
    const Tag<std::int32_t> d;
    const size_t all = units(p_.inner);
    const auto inner = static_cast<std::uint32_t>(p_.inner), zero_b = static_cast<std::uint32_t>(p_.b.zero(false, 0));
    const auto both = hn::Set(d, static_cast<std::int32_t>(inner * zero_b));
    const auto zero_a = hn::Set(d, p_.a.zero(W::left_is_signed, 0));
    for (size_t j = 0; j < p_.columns; j += W::lanes) {
      const size_t panel = j / width * width, vectors = vectors_from(panel);
      const Word* const sums = right_ + panel * panel_rows(p_.inner) + all * vectors * W::lanes + (j - panel);
      const auto sum = hn::BitCast(d, hn::LoadU(Tag<Word>(), sums));
      hn::StoreU(hn::Mul(zero_a, hn::Sub(both, sum)), d, of_columns_ + j);
    }
  }
  size_t vectors_from(size_t column) const {
    return in_whole(std::min(width, p_.columns - column), W::lanes) / W::lanes;
  }

  void multiply() {
    const size_t stride = left_stride(p_.inner);
    for (size_t i0 = 0; i0 < p_.rows; i0 += block_) {
      const size_t rows = std::min(block_, p_.rows - i0);
      for (size_t i = 0; i < rows; ++i) {
        const std::uint32_t sum =
            pack_line<W>(p_.a.from((i0 + i) * p_.a_stride, i0 + i), p_.inner, 1, left_ + i * stride);
        of_rows_[i] =
            W::keeps_zeros ? static_cast<std::int32_t>(-static_cast<std::uint32_t>(p_.b.zero(false, 0)) * sum) : 0;
      }
      for (size_t j = 0; j < p_.columns; j += width) make_panel(i0, rows, j);
    }
  }

  void make_panel(size_t first, size_t rows, size_t column) const {
    const size_t vectors = vectors_from(column), most = W::rows[vectors];
    Tile<W> t{};
    t.units = units(p_.inner), t.first = t.last = true;
    t.a_stride = left_stride(p_.inner);
    t.b = right_ + column * panel_rows(p_.inner), t.b_stride = vectors * W::lanes;
    HWY_ALIGN std::int32_t room[most_rows * width];
    t.c = room, t.next_c = room, t.c_stride = vectors * W::lanes;
    t.next_b = reinterpret_cast<std::uintptr_t>(t.b + panel_rows(p_.inner) * t.b_stride);
    const Finish finish = finish_of(p_.results);
    Results results = p_.results;
    results.y = results.at(first, 0);
    Rescale by;
    if (results.rescale != nullptr) {
      by = results.rescale->by_columns ? *results.rescale : results.rescale->from(first);
      results.rescale = &by;
    }
    for (size_t i = 0, r = 0; i < rows; i += r) {
      r = next_rows<W>(rows - i, most);
      t.a = left_ + i * t.a_stride;
      make_tile<W, RowsOfB::even>(t, 1, r, vectors);
      t.next_b += 64 * fetched_lines;
      finish(results, room, t.c_stride, r, std::min(width, p_.columns - column), i, column,
             W::keeps_zeros ? of_rows_ : nullptr, W::keeps_zeros ? of_columns_ : nullptr);
    }
  }

  const ByteProduct& p_;
  const size_t block_;
  const Word* right_;
  std::int32_t *of_columns_, *of_rows_;
  Word* left_;
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
