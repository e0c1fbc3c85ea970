// SPDX-License-Identifier: Apache-2.0
// Floor 7. A convolution whose lanes are features, compiled once per target. The weights of as many features as a tile
// has lanes are packed, so that those of one k lie beside each other; elements of the input, unfolded by lines
// (convolution.hpp), are taken one by one and multiplied by all of them. A tile is some positions of a line, or of two,
// by two vectors of features; at its end it is turned, since features lie far from each other in the result.
#if defined(ETALON_SIMD_BY_FEATURES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_BY_FEATURES_INL_H_
#undef ETALON_SIMD_BY_FEATURES_INL_H_
#else
#define ETALON_SIMD_BY_FEATURES_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "simd/products/schemes-inl.h"
#include "simd/windows/convolution.hpp"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <class S> class ByFeatures {
  using T = typename S::Lane;
  using D = hn::ScalableTag<T>;
  static constexpr size_t lanes = S::lanes, vectors = 2;
  static constexpr size_t block_bytes = size_t{1} << 19;  // of the input of a product, which stays in the cache
  static constexpr size_t group = 16 / sizeof(T);  // positions that are turned at once: lanes of a block of 16 bytes
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64     // 32 registers
  static constexpr size_t most = 14;               // positions of a tile
#else
  static constexpr size_t most = 6;
#endif

 public:
  static constexpr bool exists =
      ETALON_VECTORS && S::plain_a && S::plain_b && S::plain_c && std::is_floating_point_v<T>;
  static constexpr size_t width = vectors * lanes;

  // Whether this takes less time than lanes that are positions: by lanes that carry nothing, and by what is done beside
  // the products, which is packing for each weight, unless they are packed beforehand, and turning for each result.
  enum class Packing : bool { now, beforehand };
  static bool is_better(const Convolution& c, Packing packing) {
    if (!exists) return false;
    const auto rounded = [](size_t n) { return static_cast<double>((n + lanes - 1) / lanes * lanes); };
    const auto number = [](size_t n) { return static_cast<double>(n); };
    const double inner = number(c.inner()), positions = number(c.positions);
    return rounded(c.features) * (positions * (inner + 16) + (packing == Packing::beforehand ? 0 : 16 * inner)) <
           number(c.features) * rounded(c.positions) * inner * 1.1;
  }

  static size_t tiles_for(size_t positions) { return (positions + most - 1) / most; }  // about
  static size_t packed_elements(size_t inner) { return width * inner; }
  static size_t packed_elements(const Convolution& c) {  // of all features of a group
    return (c.features + lanes - 1) / lanes * lanes * c.inner();
  }

  // `features` rows of weights, at most `width`.
  static void pack(const T* w, size_t inner, size_t features, T* to) {
    for (size_t f = 0; f < features; f += lanes, to += lanes)
      pack_vector(w + f * inner, inner, std::min(features - f, lanes), to, features > lanes ? width : lanes);
  }

  static void pack_all(const T* w, size_t inner, size_t features, T* to) {
    for (size_t f = 0; f < features; f += width)
      pack(w + f * inner, inner, std::min(features - f, width), to + f * inner);
  }

  struct Tile {
    const T* x;    // of the first position
    size_t pitch;  // to the first position of the second line
    const T* weights;
    const size_t* places;
    size_t inner;
    const T* bias;  // null: none; as many as there are features
    T* y;
    size_t y_pitch;  // from a feature to the next one
    size_t features;
    std::uintptr_t ahead;  // what is needed next, fetched meanwhile: so many bytes with each k; may run beyond it
    size_t ahead_step;
  };

  // Positions that follow each other along a line.
  static void make_line(Tile& t, size_t length) {
    for (size_t parts = (length + most - 1) / most; parts > 0; --parts) {
      const size_t n = (length + parts - 1) / parts;
      make(t, 1, n);
      t.x += n, t.y += n, length -= n;
    }
  }

  // A share of a convolution that is a product: the input stays where it is.
  static void multiply(const Convolution& c, const size_t* places, const T* packed, const Share& share) {
    const size_t row = c.positions / static_cast<size_t>(c.axis[0].out);
    const size_t first = row * static_cast<size_t>(share.first_row), last = row * static_cast<size_t>(share.last_row);
    const size_t block = std::max(block_bytes / (c.inner() * sizeof(T)), most);
    for (size_t item = share.first_item; item < share.last_item; ++item) {
      const size_t of_group = item % c.groups * c.features;
      const T* const x = static_cast<const T*>(c.x) + item * c.channels * c.positions;
      const T* const weights = packed + item % c.groups * packed_elements(c);
      const T* const bias = static_cast<const T*>(c.bias) + (c.bias == nullptr ? 0 : of_group);
      T* const y = static_cast<T*>(c.y) + item * c.features * c.positions;
      for (size_t p = first, n; p < last; p += n) {
        n = std::min(block, last - p);
        for (size_t f = share.first_feature; f < share.last_feature; f += width) {
          const size_t features = std::min(width, share.last_feature - f);
          const T* const own = weights + f * c.inner();
          const T* const next = own + features * c.inner();
          Tile t{x + p,
                 0,
                 own,
                 places,
                 c.inner(),
                 bias == nullptr ? nullptr : bias + f,
                 y + f * c.positions + p,
                 c.positions,
                 features,
                 reinterpret_cast<std::uintptr_t>(next),
                 (width * sizeof(T) - 1) / tiles_for(n) + 1};
          make_line(t, n);
        }
      }
    }
  }

  // Whether two lines are made at once, and that: the second one's positions follow those of the first.
  static bool makes_pairs(size_t length) { return 2 * length <= most; }
  static void make_pair(Tile& t, size_t length) { make(t, 2, length); }

 private:
  // Lanes i of the vectors of a group become vector i, in each block of 16 bytes.
  static HWY_INLINE void turn([[maybe_unused]] hn::Vec<D>* v) {
#if ETALON_VECTORS
    const D d;
    if constexpr (group == 2) {
      const hn::Vec<D> first = v[0];
      v[0] = hn::InterleaveLower(d, first, v[1]), v[1] = hn::InterleaveUpper(d, first, v[1]);
    } else {
      const hn::Repartition<double, D> pair;
      const auto low = hn::BitCast(pair, hn::InterleaveLower(d, v[0], v[1])),
                 high = hn::BitCast(pair, hn::InterleaveUpper(d, v[0], v[1])),
                 next_low = hn::BitCast(pair, hn::InterleaveLower(d, v[2], v[3])),
                 next_high = hn::BitCast(pair, hn::InterleaveUpper(d, v[2], v[3]));
      v[0] = hn::BitCast(d, hn::InterleaveLower(pair, low, next_low));
      v[1] = hn::BitCast(d, hn::InterleaveUpper(pair, low, next_low));
      v[2] = hn::BitCast(d, hn::InterleaveLower(pair, high, next_high));
      v[3] = hn::BitCast(d, hn::InterleaveUpper(pair, high, next_high));
    }
#endif
  }

  static HWY_NOINLINE void pack_vector(const T* w, size_t inner, size_t features, T* to, size_t step) {
    const D d;
    const T* row[lanes];  // what has no feature repeats the last one, and is not stored
    for (size_t f = 0; f < lanes; ++f) row[f] = w + std::min(f, features - 1) * inner;
    size_t k = 0;
    for (; k + group <= inner; k += group, to += group * step) {
      hn::Vec<D> v[group];
      ETALON_UNROLL
      for (size_t i = 0; i < group; ++i) {  // block b has four k of feature i of the b-th group
        v[i] = hn::LoadDup128(d, row[i] + k);
        ETALON_UNROLL
        for (size_t b = 1; b < lanes / group; ++b)
          v[i] = hn::IfThenElse(hn::FirstN(d, b * group), v[i], hn::LoadDup128(d, row[b * group + i] + k));
      }
      turn(v);
      ETALON_UNROLL
      for (size_t i = 0; i < group; ++i) hn::StoreU(v[i], d, to + i * step);
    }
    for (; k < inner; ++k, to += step)
      for (size_t f = 0; f < lanes; ++f) to[f] = row[f][k];
  }

  // A vector of features of the sums of `count` positions to the result, all positions of a feature at once.
  template <size_t groups>
  static HWY_NOINLINE void put(const T* sums, size_t step, size_t count, const T* bias, size_t features, T* y,
                               size_t y_pitch) {
    const D d;
    HWY_ALIGN T room[lanes] = {};
    if (bias != nullptr) std::memcpy(room, bias, features * sizeof(T));
    const hn::Vec<D> added = hn::Load(d, room);
    const auto first_of = [&](size_t g) { return count < group ? 0 : std::min(g * group, count - group); };
    HWY_ALIGN T turned[groups][group][lanes];
    for (size_t g = 0; g < groups; ++g) {
      hn::Vec<D> v[group];
      ETALON_UNROLL
      for (size_t i = 0; i < group; ++i) {
        v[i] = hn::Load(d, sums + std::min(first_of(g) + i, count - 1) * step);
        v[i] = S::finish(bias != nullptr ? S::plus(v[i], added) : v[i]);
      }
      turn(v);
      ETALON_UNROLL
      for (size_t i = 0; i < group; ++i) hn::Store(v[i], d, turned[g][i]);
    }
    const size_t last = first_of(groups - 1);
    for (size_t f = 0; f < features; ++f, y += y_pitch) {
      const size_t i = f % group, at = f - i;
      if (count < group) {
        std::memcpy(y, &turned[0][i][at], count * sizeof(T));
        continue;
      }
      ETALON_UNROLL
      for (size_t g = 0; g + 1 < groups; ++g) std::memcpy(y + g * group, &turned[g][i][at], 16);
      std::memcpy(y + last, &turned[groups - 1][i][at], 16);
    }
  }

  template <size_t lines, size_t across, size_t N> static HWY_NOINLINE void tile(const Tile& t) {
    constexpr size_t positions = lines * across;
    typename S::Sum sum[positions][N];
    ETALON_UNROLL
    for (size_t i = 0; i < positions; ++i) {
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) sum[i][j] = S::zero();
    }
    const T* w = t.weights;
    const T* const second = t.x + t.pitch;
    std::uintptr_t ahead = t.ahead;
    for (size_t k = 0; k < t.inner; ++k, w += N * lanes, ahead += t.ahead_step) {
      __builtin_prefetch(reinterpret_cast<const void*>(ahead), 0, 2);  // to the second-level cache
      typename S::Across weights[N];
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) weights[j] = S::across(w + j * lanes);
      const size_t place = t.places[k];
      ETALON_UNROLL
      for (size_t i = 0; i < positions; ++i) {
        const typename S::Down down = S::down(i < across ? t.x + place + i : second + place + (i - across));
        ETALON_UNROLL
        for (size_t j = 0; j < N; ++j) sum[i][j] = S::step(down, weights[j], sum[i][j]);
      }
    }
    HWY_ALIGN T sums[positions * N * lanes];
    ETALON_UNROLL
    for (size_t i = 0; i < positions; ++i) {
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) S::store(sum[i][j], sums + (i * N + j) * lanes);
    }
    ETALON_UNROLL
    for (size_t j = 0; j < N; ++j)
      put<(positions + group - 1) / group>(
          sums + j * lanes, N * lanes, positions, t.bias == nullptr ? nullptr : t.bias + j * lanes,
          std::min(lanes, t.features - j * lanes), t.y + j * lanes * t.y_pitch, t.y_pitch);
  }

  using Function = void (*)(const Tile&);
  template <size_t lines, size_t N, size_t... across>
  static constexpr auto tiles_across(std::index_sequence<across...>) {
    return std::array<Function, most>{&tile<lines, across + 1, N>...};
  }
  template <size_t N> static constexpr std::array<std::array<Function, most>, 2> tiles() {
    return {tiles_across<1, N>(std::make_index_sequence<most>()),
            tiles_across<2, N>(std::make_index_sequence<most / 2>())};
  }

  static void make(Tile& t, size_t lines, size_t across) {
    static constexpr auto one = tiles<1>(), two = tiles<2>();
    (t.features > lanes ? two : one)[lines - 1][across - 1](t);
    t.ahead += t.inner * t.ahead_step;
  }
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
