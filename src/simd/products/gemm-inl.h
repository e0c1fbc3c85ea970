// SPDX-License-Identifier: Apache-2.0
// Floor 7. The frame of all matrix products, compiled once per target: packing, blocks, tiles. A scheme (schemes-inl.h)
// says what the operands become when they are packed and what a step does. The frame never splits the sum of an output
// among accumulators, and a sum that is stored and taken up again keeps its bits.
#if defined(ETALON_SIMD_GEMM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_GEMM_INL_H_
#undef ETALON_SIMD_GEMM_INL_H_
#else
#define ETALON_SIMD_GEMM_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "simd/products/gemm.hpp"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

using std::size_t;

// ---- tiles: rows x vectors accumulators in registers -------------------------------------------------------------

inline constexpr size_t fetched_lines = 128;                 // of the cache, per tile
inline constexpr size_t rows_ahead = Im2col::listed_beyond;  // of B, which are fetched

template <class S> struct Tile {
  size_t units;  // of k
  const typename S::Left* a;
  size_t a_stride;
  const typename S::Right* b;
  size_t b_stride;
  const size_t* b_places;  // where rows of B are listed: where each begins, in words behind b; rows_ahead more are read
  typename S::Lane* c;
  size_t c_stride;
  bool first, last;                // of the blocks of k: whether sums start here, whether they are finished here
  const typename S::Lane* next_c;  // of the tile after this one, to be fetched meanwhile
  std::uintptr_t next_b;  // where the next panel of B begins: this tile fetches a part of it, or what is behind
};

// How the rows of B lie: at equal distances, or where a list says.
enum class RowsOfB { even, listed };

// One loop whose registers are all accumulators: a part of it in another function would have to get them through memory
// wherever it is not inlined.
// NOLINTNEXTLINE(readability-function-size)
template <class S, size_t R, size_t N, RowsOfB lie = RowsOfB::even> HWY_NOINLINE void tile(const Tile<S>& t) {
  constexpr size_t right = S::right_words * S::lanes;
  const size_t a_stride = t.a_stride, b_stride = t.b_stride;
  // One pointer per four rows of A, as far as addressing modes reach, and one to the part of B that is needed soon.
  // Without ETALON_OPAQUE, compilers derive dozens of pointers from these.
  const typename S::Left* a[(R + 3) / 4];
  ETALON_UNROLL
  for (size_t i = 0; i < (R + 3) / 4; ++i) {
    a[i] = t.a + 4 * i * a_stride;
    ETALON_OPAQUE(a[i]);
  }
  const typename S::Right *b = t.b, *soon = t.b + rows_ahead * b_stride;
  ETALON_OPAQUE(soon);
  [[maybe_unused]] const size_t* place = t.b_places;
  if constexpr (lie == RowsOfB::listed) b += *place;
  typename S::Sum sum[R][N];
  ETALON_UNROLL
  for (size_t i = 0; i < R; ++i) {
    ETALON_UNROLL
    for (size_t j = 0; j < N; ++j) sum[i][j] = S::zero();
  }
  if (!t.first) {
    ETALON_UNROLL
    for (size_t i = 0; i < R; ++i) {
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) sum[i][j] = S::resume(t.c + i * t.c_stride + j * S::lanes);
    }
  }

#define ETALON_STEP                                                                   \
  {                                                                                   \
    typename S::Across across[N];                                                     \
    ETALON_UNROLL                                                                     \
    for (size_t j = 0; j < N; ++j) across[j] = S::across(b + j * right);              \
    ETALON_UNROLL                                                                     \
    for (size_t i = 0; i < R; ++i) {                                                  \
      const typename S::Down down = S::down(a[i / 4] + i % 4 * a_stride);             \
      ETALON_UNROLL                                                                   \
      for (size_t j = 0; j < N; ++j) sum[i][j] = S::step(down, across[j], sum[i][j]); \
    }                                                                                 \
    ETALON_UNROLL                                                                     \
    for (size_t i = 0; i < (R + 3) / 4; ++i) {                                        \
      a[i] += S::left_words;                                                          \
      ETALON_OPAQUE(a[i]);                                                            \
    }                                                                                 \
    if constexpr (lie == RowsOfB::listed)                                             \
      b = t.b + *++place;                                                             \
    else                                                                              \
      b += b_stride;                                                                  \
    ETALON_OPAQUE(b);                                                                 \
  }
  size_t k = 0;
  std::uintptr_t next_b = t.next_b;
  for (const typename S::Lane* next_c = t.next_c; k + 4 <= t.units; k += 4) {
    if (k < 4 * R) {
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) hwy::Prefetch(next_c + j * S::lanes);
      next_c += t.c_stride;
    }
    if (k < 4 * fetched_lines)
      __builtin_prefetch(reinterpret_cast<const void*>(next_b), 0, 2), next_b += 64;  // to the second-level cache
    ETALON_UNROLL
    for (size_t u = 0; u < 4; ++u) {
      if constexpr (lie == RowsOfB::listed) soon = t.b + place[rows_ahead];
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) hwy::Prefetch(soon + j * right);
      if constexpr (lie == RowsOfB::even) {
        soon += b_stride;
        ETALON_OPAQUE(soon);
      }
      ETALON_STEP
    }
  }
  for (; k < t.units; ++k) ETALON_STEP
#undef ETALON_STEP

  if (t.last && S::needs_finish(&sum[0][0], R * N)) {
    ETALON_UNROLL
    for (size_t i = 0; i < R; ++i) {
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) sum[i][j] = S::finish(sum[i][j]);
    }
  }
  ETALON_UNROLL
  for (size_t i = 0; i < R; ++i) {
    ETALON_UNROLL
    for (size_t j = 0; j < N; ++j) S::store(sum[i][j], t.c + i * t.c_stride + j * S::lanes);
  }
}

template <class S> using TileFunction = void (*)(const Tile<S>&);

template <class S, RowsOfB lie, size_t N, size_t... R> constexpr auto tiles_of(std::index_sequence<R...>) {
  return std::array<TileFunction<S>, S::rows[1]>{&tile<S, R + 1, N, lie>...};
}
template <class S, RowsOfB lie, size_t... N> constexpr auto all_tiles(std::index_sequence<N...>) {
  return std::array<std::array<TileFunction<S>, S::rows[1]>, sizeof...(N)>{
      tiles_of<S, lie, N + 1>(std::make_index_sequence<S::rows[N + 1]>())...};
}
template <class S, RowsOfB lie = RowsOfB::even> TileFunction<S> tile_of(size_t rows, size_t vectors) {
  static constexpr auto table = all_tiles<S, lie>(std::make_index_sequence<S::vectors>());
  return table[vectors - 1][rows - 1];
}

// ---- endings -------------------------------------------------------------------------------------------------------

// Of as many sums in lanes as `columns` says, beside each other.
template <class S> void end_row(const Ending& ending, typename S::Lane* sums, size_t columns) {
  using Element = typename S::Element;
  const auto* const addend = static_cast<const Element*>(ending.addend);
  const auto scaled = [&](typename S::Sum x) HWY_ATTR {
    return ending.addend_factor == 1 ? x : S::times(S::number(ending.addend_factor), x);
  };
  typename S::Sum added = addend != nullptr ? scaled(S::everywhere(addend)) : S::zero();
  for (size_t j = 0; j < columns; j += S::lanes) {
    const size_t n = std::min(S::lanes, columns - j);
    if (addend != nullptr && ending.column_step != 0) {
      Element elements[S::lanes] = {};
      const bool in_place = ending.column_step == 1 && n == S::lanes;
      for (size_t i = 0; i < n && !in_place; ++i) elements[i] = addend[(j + i) * ending.column_step];
      added = scaled(S::elements(in_place ? addend + j : elements));
    }
    HWY_ALIGN typename S::Lane rest[S::lanes];
    typename S::Lane* const at = n < S::lanes ? rest : sums + j;
    if (n < S::lanes) std::memset(rest, 0, sizeof rest), std::memcpy(rest, sums + j, n * sizeof *sums);
    typename S::Sum sum = S::resume(at);
    if (ending.factor != 1) sum = S::times(sum, S::number(ending.factor));
    if (addend != nullptr) sum = S::plus(sum, added);
    S::store(S::finish(sum), at);
    if (n < S::lanes) std::memcpy(sums + j, rest, n * sizeof *sums);
  }
}

template <class S>
void end_rows(const Ending& ending, typename S::Lane* sums, size_t stride, size_t rows, size_t columns) {
  if (ending.is_empty()) return;
  const bool only_adds = ending.factor == 1 && ending.addend_factor == 1;
  if (only_adds && ending.column_step == 0 && columns % S::lanes == 0) {  // a bias: soon done
    const auto* addend = static_cast<const typename S::Element*>(ending.addend);
    for (size_t i = 0; i < rows; ++i, addend += ending.row_step, sums += stride) {
      const typename S::Sum added = S::everywhere(addend);
      for (size_t j = 0; j < columns; j += S::lanes) S::store(S::finish(S::plus(S::resume(sums + j), added)), sums + j);
    }
    return;
  }
  for (size_t i = 0; i < rows; ++i)
    end_row<S>(ending.from(i, 0, sizeof(typename S::Element)), sums + i * stride, columns);
}

// ---- blocks -------------------------------------------------------------------------------------------------------

// Blocks of k are such that a panel of B stays in the second-level cache, blocks of rows such that a block of A does
// too; blocks of columns bound the scratch. Blocks have about equal size, so that none is a small rest.
template <class S> struct Blocks {
  static constexpr size_t width = S::vectors * S::lanes, most_rows = S::rows[S::vectors];
  static constexpr size_t inner = 4096 * S::unit / (S::left_words * sizeof(typename S::Left));
  static constexpr size_t rows = 960 / sizeof(typename S::Left);
  static constexpr size_t columns = (S::plain_c ? 4096 : 512) / width * width;
  static constexpr size_t padding = 64 / sizeof(typename S::Left);  // so that rows do not share one set of the cache

  size_t kc, mc, nc;
  bool pack_a, pack_b;

  Blocks(size_t m, size_t n, size_t k) {
    const auto share = [](size_t whole, size_t most, size_t unit) {
      const size_t parts = std::max<size_t>(1, (whole + most - 1) / most);
      return ((whole + parts - 1) / parts + unit - 1) / unit * unit;
    };
    kc = share(k, inner, 16);
    mc = share(m, rows, most_rows);
    nc = std::min(columns, (n + width - 1) / width * width);
    pack_b = !S::plain_b || m > most_rows;
    // rows of A far from each other are brought together
    pack_a = !S::plain_a || (k * sizeof(typename S::Left) >= 4096 && n > 4 * width && m > most_rows);
  }

  // The largest mc of so many rows or fewer.
  static size_t most_rows_of(size_t m) { return (std::min(m, rows) + most_rows - 1) / most_rows * most_rows; }
  static size_t units(size_t k) { return (k + S::unit - 1) / S::unit; }
  size_t a_stride() const { return units(kc) * S::left_words + padding; }
  size_t b_bytes() const { return units(kc) * S::right_words * (pack_b ? nc : width) * sizeof(typename S::Right); }
  size_t a_bytes() const { return pack_a ? (mc * a_stride() * sizeof(typename S::Left) + 63) / 64 * 64 : 0; }
  size_t c_bytes() const { return S::plain_c ? 0 : mc * nc * sizeof(typename S::Lane); }
};

// Enough for so many rows and columns, and for fewer, which the last task has: fewer rows may be one larger block.
template <class S> std::uint64_t gemm_scratch(size_t rows, size_t columns, size_t inner) {
  Blocks<S> blocks(rows, columns, inner);
  blocks.mc = Blocks<S>::most_rows_of(rows);
  return blocks.b_bytes() + blocks.a_bytes() + blocks.c_bytes();
}

// Rows of B as panels of columns, one after the other; each has its units one after the other. The last panel has as
// many vectors as it needs, the last of them filled up with zeros.
template <class S>
HWY_NOINLINE void pack_b(const typename S::Element* b, size_t stride, size_t inner, size_t columns,
                         typename S::Right* HWY_RESTRICT to) {
  constexpr size_t right = S::right_words * S::lanes, width = Blocks<S>::width;
  const size_t units = Blocks<S>::units(inner);
  for (size_t u = 0; u < units; ++u) {
    const size_t k = std::min(S::unit, inner - u * S::unit);
    for (size_t j0 = 0; j0 < columns; j0 += width) {
      const size_t n = std::min(width, columns - j0), vectors = (n + S::lanes - 1) / S::lanes;
      typename S::Right* panel = to + j0 / S::lanes * right * units + u * vectors * right;
      for (size_t j = 0; j < n; j += S::lanes, panel += right)
        S::pack_right(b + u * S::unit * stride + j0 + j, stride, k, std::min(S::lanes, n - j), panel);
    }
  }
}

// One panel of columns of one block of rows.
template <class S> void panel(Tile<S> t, size_t rows, size_t columns) {
  const size_t vectors = (columns + S::lanes - 1) / S::lanes, most = S::rows[vectors];
  const bool whole = !S::plain_c || columns == vectors * S::lanes;
  if (t.next_b == 0) t.next_b = reinterpret_cast<std::uintptr_t>(t.b);  // nothing is packed: no other panel
  for (size_t r; rows > 0; rows -= r, t.a += r * t.a_stride, t.c += r * t.c_stride) {
    // the last two tiles are about equal: a tile of few rows has too few independent sums
    r = rows <= most ? rows : rows < 2 * most ? (rows + 1) / 2 : most;
    const TileFunction<S> make = tile_of<S>(r, vectors);
    if (whole) {
      t.next_c = rows > r ? t.c + r * t.c_stride : t.c;
      make(t);
      t.next_b += 64 * fetched_lines;
    } else {  // C has no room for the last vector
      HWY_ALIGN typename S::Lane room[S::rows[1] * S::vectors * S::lanes];
      Tile<S> u = t;
      u.c = room, u.c_stride = vectors * S::lanes, u.next_c = room;
      const size_t bytes = columns * sizeof *room;
      for (size_t i = 0; i < r && !t.first; ++i) std::memcpy(room + i * u.c_stride, t.c + i * t.c_stride, bytes);
      make(u);
      for (size_t i = 0; i < r; ++i) std::memcpy(t.c + i * t.c_stride, room + i * u.c_stride, bytes);
    }
  }
}

// The same by a panel of B that pack_b made.
template <class S> void packed_panel(Tile<S>& t, const typename S::Right* b, size_t rows, size_t columns) {
  t.b = b, t.b_stride = (columns + S::lanes - 1) / S::lanes * S::lanes * S::right_words;
  t.next_b = reinterpret_cast<std::uintptr_t>(b + t.units * t.b_stride);
  panel<S>(t, rows, columns);
}

template <class S> void gemm(const Product& p, std::byte* scratch) {
  using Element = typename S::Element;
  constexpr size_t right = S::right_words, width = Blocks<S>::width;
  const Blocks<S> blocks(p.rows, p.columns, p.inner);
  auto* const b_pack = reinterpret_cast<typename S::Right*>(scratch);
  auto* const a_pack = reinterpret_cast<typename S::Left*>(scratch + blocks.b_bytes());
  [[maybe_unused]] auto* const sums =
      reinterpret_cast<typename S::Lane*>(scratch + blocks.b_bytes() + blocks.a_bytes());
  const auto* const a = static_cast<const Element*>(p.a);
  const auto* const b = static_cast<const Element*>(p.b);
  auto* const c = static_cast<typename S::Output*>(p.c);
  const auto* const packed = reinterpret_cast<const typename S::Right*>(p.packed_b);
  // Sums that are not elements wait in the scratch, which has room for one block of rows.
  const size_t outer = S::plain_c ? p.rows : blocks.mc;
  for (size_t m = 0; m < p.rows; m += outer)
    for (size_t j0 = 0; j0 < p.columns; j0 += blocks.nc) {
      const size_t n = std::min(blocks.nc, p.columns - j0), m_end = std::min(p.rows, m + outer);
      for (size_t k0 = 0, k; k0 < p.inner; k0 += k) {
        k = std::min(blocks.kc, p.inner - k0);
        const size_t units = Blocks<S>::units(k);
        const Element* const b_block = b + k0 * p.b_stride + j0;
        if (packed != nullptr)
          ;  // done when the plan was made
        else if (blocks.pack_b)
          pack_b<S>(b_block, p.b_stride, k, n, b_pack);
        else if (n % S::lanes != 0)
          pack_b<S>(b_block + n / width * width, p.b_stride, k, n % width, b_pack);
        for (size_t i0 = m; i0 < m_end; i0 += blocks.mc) {
          const size_t rows = std::min(blocks.mc, m_end - i0);
          Tile<S> t{};
          t.units = units, t.first = k0 == 0, t.last = k0 + k == p.inner;
          if (blocks.pack_a) {
            t.a = a_pack, t.a_stride = blocks.a_stride();
            for (size_t i = 0; i < rows; ++i) S::pack_left(a + (i0 + i) * p.a_stride + k0, k, a_pack + i * t.a_stride);
          } else if constexpr (S::plain_a) {
            t.a = a + i0 * p.a_stride + k0, t.a_stride = p.a_stride;
          }
          for (size_t j = 0; j < n; j += width) {
            const size_t columns = std::min(width, n - j);
            if constexpr (S::plain_c)
              t.c = c + i0 * p.c_stride + j0 + j, t.c_stride = p.c_stride;
            else
              t.c = sums + j, t.c_stride = blocks.nc;
            if (packed != nullptr) {
              const size_t vectors = (columns + S::lanes - 1) / S::lanes;
              packed_panel<S>(
                  t, packed + (j0 + j) * right * Blocks<S>::units(p.inner) + k0 / S::unit * vectors * S::lanes * right,
                  rows, columns);
            } else if (blocks.pack_b || columns % S::lanes != 0) {
              packed_panel<S>(t, b_pack + (blocks.pack_b ? j * right * units : 0), rows, columns);
            } else if constexpr (S::plain_b) {
              t.b = b_block + j, t.b_stride = p.b_stride;
              panel<S>(t, rows, columns);
            }
            if (t.last) end_rows<S>(p.ending.from(i0, j0 + j, sizeof(Element)), t.c, t.c_stride, rows, columns);
          }
        }
      }
      if constexpr (!S::plain_c)
        for (size_t i = m; i < m_end; ++i) S::narrow(sums + (i - m) * blocks.nc, n, c + i * p.c_stride + j0);
    }
}

template <class S> std::uint64_t packed_bytes(size_t columns, size_t inner) {
  return std::uint64_t{(columns + S::lanes - 1) / S::lanes * S::lanes} * S::right_words * Blocks<S>::units(inner) *
         sizeof(typename S::Right);
}

template <class S> void pack(const void* b, size_t b_stride, size_t columns, size_t inner, std::byte* packed) {
  pack_b<S>(static_cast<const typename S::Element*>(b), b_stride, inner, columns,
            reinterpret_cast<typename S::Right*>(packed));
}

template <class S> constexpr Gemm with_packing(Gemm gemm) {
  if constexpr (Gemm::packed_unit % Blocks<S>::width == 0) gemm.packed_bytes = &packed_bytes<S>, gemm.pack = &pack<S>;
  return gemm;
}

template <class S> constexpr Gemm gemm_by() { return with_packing<S>({&gemm<S>, &gemm_scratch<S>}); }

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
