// SPDX-License-Identifier: Apache-2.0
// Floor 7. Convolutions by the tiles of the matrix products, compiled once per target: the input is unfolded slab by
// slab (convolution.hpp), and each tile finds its rows of B in a list. Pads are elements like others, so that a tile
// adds 0 times the weight as the reference does. A sum is never split, and never stored before it is finished. Lanes
// are positions, or features where this takes less time (by_features-inl.h). Where a group has a single feature
// (depthwise), copying costs more than computing: less is copied, and each line of the result is made by itself, or
// short ones all at once.
#if defined(ETALON_SIMD_CONVOLUTION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_CONVOLUTION_INL_H_
#undef ETALON_SIMD_CONVOLUTION_INL_H_
#else
#define ETALON_SIMD_CONVOLUTION_INL_H_
#endif

#include "simd/by_features-inl.h"
#include "simd/convolution.hpp"
#include "simd/gemm-inl.h"
#include "simd/schemes-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <class S> class Convolver {
  using Element = typename S::Element;
  using Left = typename S::Left;
  using Right = typename S::Right;
  using Lane = typename S::Lane;
  static_assert(S::unit == 1 && S::left_words == 1 && S::right_words == 1);

  static constexpr size_t slab_bytes = size_t{1} << 20;  // stays in the second-level cache
  static constexpr size_t width = S::vectors * S::lanes, most_rows = S::rows[1];
  static constexpr size_t beyond = width + S::lanes;  // tiles and vectors may reach behind what is unfolded

 public:
  static void run(const Convolution& c, const Share& share, std::byte* scratch) { Convolver(c, scratch).make(share); }
  static std::uint64_t scratch(const Convolution& c) {
    const Unfolding unfolding = unfolding_of(c);
    const std::uint64_t right = right_bytes(unfolding);
    return list_bytes(c) + left_bytes(c) + right + (by_planes(c, unfolding) ? right : 0);
  }

 private:
  Convolver(const Convolution& c, std::byte* scratch)
      : c_(c),
        unfolding_(unfolding_of(c)),
        places_(reinterpret_cast<size_t*>(scratch)),
        left_(reinterpret_cast<Left*>(scratch + list_bytes(c))),
        right_(reinterpret_cast<Right*>(scratch + list_bytes(c) + left_bytes(c))),
        sums_(reinterpret_cast<Lane*>(scratch + list_bytes(c) + left_bytes(c) +
                                      static_cast<size_t>(right_bytes(unfolding_)))) {
    unfolding_.list(places_);
    zeros(right_ + static_cast<size_t>(unfolding_.elements()), beyond);
  }

  static bool by_lines(const Convolution& c) { return c.features == 1; }
  static bool by_features(const Convolution& c) { return !by_lines(c) && ByFeatures<S>::is_better(c); }
  static Unfolding unfolding_of(const Convolution& c) {
    return {c, slab_bytes / sizeof(Right), by_lines(c) || by_features(c)};
  }
  static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }
  static size_t list_bytes(const Convolution& c) {
    return rounded((c.inner() + Unfolding::listed_beyond) * sizeof(size_t));
  }
  static size_t left_stride(const Convolution& c) { return c.inner() + Blocks<S>::padding; }
  static size_t left_bytes(const Convolution& c) {
    if (by_features(c)) return rounded(ByFeatures<S>::packed_elements(c.inner()) * sizeof(Left));
    return S::plain_a ? 0 : rounded(most_rows * left_stride(c) * sizeof(Left));
  }

  static std::uint64_t right_bytes(const Unfolding& unfolding) {
    return ((unfolding.elements() + beyond) * sizeof(Right) + 63) / 64 * 64;
  }
  // Where lines are short, those of a slab are made at once.
  static bool by_planes(const Convolution& c, const Unfolding& unfolding) {
    return S::plain_c && by_lines(c) && c.axis[c.axes - 1].out < 2 * S::lanes && unfolding.line_pitch() > 0;
  }

  void make(const Share& share) {
    if (by_lines(c_)) return make_apart(share);
    const bool in_lanes = by_features(c_);
    const size_t features = share.last_feature - share.first_feature;
    for (size_t item = share.first_item; item < share.last_item; ++item) {
      go_to(item, share.first_feature);
      unfolding_.for_each_slab(share, [&](const Unfolding::Slab& slab) {
        lay(slab);
        in_lanes ? make_features(slab, features) : multiply(slab, features);
      });
    }
  }

  void go_to(size_t item, size_t feature_of_group) {
    const size_t batch = item / c_.groups, feature = item % c_.groups * c_.features + feature_of_group;
    x_ = static_cast<const Element*>(c_.x) + item * c_.channels * c_.inputs;
    w_ = static_cast<const Element*>(c_.w) + feature * c_.inner();
    y_ = static_cast<typename S::Output*>(c_.y) + (batch * c_.groups * c_.features + feature) * c_.positions;
    bias_ = {};
    if (c_.bias != nullptr) bias_.addend = static_cast<const Element*>(c_.bias) + feature, bias_.row_step = 1;
  }

  // One feature in each group: planes may be so small that finding where their lines lie costs as much as computing
  // them, so that it is done once for all.
  void make_apart(const Share& share) {
    const bool planes = by_planes(c_, unfolding_);
    unfolding_.for_each_slab(share, [&](const Unfolding::Slab& slab) {
      Unfolding::Lines kept[16];
      size_t count = 0;
      unfolding_.for_each_lines(slab, [&](const Unfolding::Lines& lines) {
        if (count < std::size(kept)) kept[count] = lines;
        ++count;
      });
      for (size_t item = share.first_item; item < share.last_item; ++item) {
        go_to(item, 0);
        if (count <= std::size(kept)) {
          Right* to = right_;
          for (size_t i = 0; i < count; ++i) to = lay_lines(kept[i], to);
        } else {
          lay(slab);
        }
        planes ? make_plane(slab) : make_lines(slab);
      }
    });
  }

  HWY_NOINLINE void lay(const Unfolding::Slab& slab) {
    Right* to = right_;
    unfolding_.for_each_lines(slab, [&](const Unfolding::Lines& lines) HWY_ATTR { to = lay_lines(lines, to); });
  }

  HWY_NOINLINE Right* lay_lines(const Unfolding::Lines& lines, Right* to) const {
    zeros(to, lines.above * lines.length);
    to += lines.above * lines.length;
    if (lines.step == 1 && lines.pitch == lines.length)
      lay_at_once(lines, to);
    else
      for (size_t i = 0; i < lines.count; ++i)
        lay_line(lines, x_ + lines.from + i * lines.pitch, to + i * lines.length);
    to += lines.count * lines.length;
    const size_t rest = lines.below * lines.length + lines.gap;
    zeros(to, rest);
    return to + rest;
  }

  static HWY_INLINE void lay_line(const Unfolding::Lines& lines, const Element* from, Right* to) {
    zeros(to, lines.before);
    copy(from, lines.step, lines.elements, to + lines.before);
    zeros(to + lines.before + lines.elements, lines.length - lines.before - lines.elements);
  }

  // Lines of the input that are as long as those of the copy: one run of elements, of which some become pads.
  HWY_INLINE void lay_at_once(const Unfolding::Lines& lines, Right* to) const {
    if (lines.count == 0) return;
    const size_t behind = lines.before + lines.elements;
    copy(x_ + lines.from, 1, (lines.count - 1) * lines.length + lines.elements, to + lines.before);
    for (size_t i = 0; i < lines.count; ++i, to += lines.length) {
      for (size_t j = 0; j < lines.before; ++j) to[j] = Right{};
      for (size_t j = behind; j < lines.length; ++j) to[j] = Right{};
    }
  }

  // Whole vectors: what lies behind is written later.
  static HWY_INLINE void zeros(Right* to, size_t count) {
    for (size_t i = 0; i < count; i += S::lanes) std::memset(to + i, 0, S::lanes * sizeof(Right));
  }

  static HWY_INLINE void copy(const Element* from, size_t step, size_t count, Right* to) {
    size_t i = 0;
    if (step == 1) {
      for (; i + S::lanes <= count; i += S::lanes) S::pack_right(from + i, 0, 1, S::lanes, to + i);
      if (i == count) return;
      if (S::plain_b && count >= S::lanes) i = count - S::lanes;  // some once more
      return S::pack_right(from + i, 0, 1, count - i, to + i);
    }
    if constexpr (S::plain_b && sizeof(Right) >= 4) {
      const hn::ScalableTag<Right> d;
      if (step == 2) {
        const auto whole_vector = [&]() HWY_ATTR {  // one element more is read
          hn::Vec<decltype(d)> even, odd;
          hn::LoadInterleaved2(d, from + 2 * i, even, odd);
          hn::StoreU(even, d, to + i);
          i += S::lanes;
        };
        while (i + S::lanes < count) whole_vector();
        if (count > S::lanes) i = count - 1 - S::lanes, whole_vector();  // some once more
      }
    }
    for (; i < count; i += S::lanes) {
      Element elements[S::lanes];
      const size_t n = std::min(S::lanes, count - i);
      for (size_t k = 0; k < n; ++k) elements[k] = from[(i + k) * step];
      S::pack_right(elements, 0, 1, n, to + i);
    }
  }

  // ---- one feature ----

  const Left* weights_of_one() const {
    if constexpr (S::plain_a) {
      return w_;
    } else {
      S::pack_left(w_, c_.inner(), left_);
      return left_;
    }
  }
  typename S::Sum bias_of_one() const {
    return bias_.addend == nullptr ? S::zero() : S::everywhere(static_cast<const Element*>(bias_.addend));
  }

  HWY_NOINLINE void make_lines(const Unfolding::Slab& slab) const {
    const Left* const weights = weights_of_one();
    const bool adds = bias_.addend != nullptr;
    const typename S::Sum bias = bias_of_one();
    unfolding_.for_each_line_of_positions(slab, [&](size_t place, size_t position, size_t length) HWY_ATTR {
      const Right* b = right_ + place;
      typename S::Output* y = y_ + slab.position + position;
      size_t room = slab.positions - position;  // vectors may reach into lines that are made later
      while (length > 0) {
        const size_t vectors = std::min((length + S::lanes - 1) / S::lanes, S::vectors), n = vectors * S::lanes;
        const size_t columns = std::min(length, n);
        line_part(vectors, b, weights, adds, bias, y, columns, room);
        b += columns, y += columns, length -= columns, room -= columns;
      }
    });
  }

  // Positions lie in the copy as lines with pads between them. The sums are made for these too, and left out.
  HWY_NOINLINE void make_plane([[maybe_unused]] const Unfolding::Slab& slab) const {
    if constexpr (S::plain_c) {
      const Left* const weights = weights_of_one();
      const bool adds = bias_.addend != nullptr;
      const typename S::Sum bias = bias_of_one();
      const size_t length = static_cast<size_t>(c_.axis[1].out), pitch = unfolding_.line_pitch();
      const size_t lines = slab.positions / length, places = (lines - 1) * pitch + length;
      for (size_t p = 0; p < places; p += width) {
        const size_t vectors = std::min((places - p + S::lanes - 1) / S::lanes, S::vectors);
        line_part(vectors, right_ + p, weights, adds, bias, sums_ + p, width, width);
      }
      typename S::Output* y = y_ + slab.position;
      size_t room = slab.positions;  // vectors may reach into lines that are copied later
      for (size_t line = 0; line < lines; ++line, y += length, room -= length)
        for (size_t j = 0; j < length; j += S::lanes) {
          if (room >= j + S::lanes)
            S::store(S::resume(sums_ + line * pitch + j), y + j);
          else
            std::memcpy(y + j, sums_ + line * pitch + j, std::min(S::lanes, length - j) * sizeof *y);
        }
    }
  }

  HWY_INLINE void line_part(size_t vectors, const Right* b, const Left* weights, bool adds, typename S::Sum bias,
                            typename S::Output* y, size_t columns, size_t room) const {
    if constexpr (S::vectors == 4) {
      if (vectors == 4) return make_part<4>(b, weights, adds, bias, y, columns, room);
      if (vectors == 3) return make_part<3>(b, weights, adds, bias, y, columns, room);
    }
    if (vectors == 2) return make_part<2>(b, weights, adds, bias, y, columns, room);
    make_part<1>(b, weights, adds, bias, y, columns, room);
  }

  template <size_t N>
  HWY_INLINE void make_part(const Right* b, const Left* weights, bool adds, typename S::Sum bias, typename S::Output* y,
                            size_t columns, size_t room) const {
    typename S::Sum sum[N];
    ETALON_UNROLL
    for (size_t j = 0; j < N; ++j) sum[j] = S::zero();
    const size_t inner = c_.inner();
    for (size_t k = 0; k < inner; ++k) {
      const typename S::Down down = S::down(weights + k);
      const Right* const row = b + places_[k];
      ETALON_UNROLL
      for (size_t j = 0; j < N; ++j) sum[j] = S::step(down, S::across(row + j * S::lanes), sum[j]);
    }
    HWY_ALIGN Lane lanes[N * S::lanes];
    Lane* to = lanes;
    if constexpr (S::plain_c)
      if (room >= N * S::lanes) to = y;
    ETALON_UNROLL
    for (size_t j = 0; j < N; ++j) S::store(S::finish(adds ? S::plus(sum[j], bias) : sum[j]), to + j * S::lanes);
    if constexpr (S::plain_c) {
      if (to != y) std::memcpy(y, lanes, columns * sizeof *y);
    } else {
      S::narrow(lanes, columns, y);
    }
  }

  // ---- several features ----

  void make_features([[maybe_unused]] const Unfolding::Slab& slab, [[maybe_unused]] size_t features) const {
    if constexpr (ByFeatures<S>::exists) {
      using By = ByFeatures<S>;
      for (size_t f = 0; f < features; f += By::width) {
        const size_t n = std::min(By::width, features - f);
        By::pack(w_ + f * c_.inner(), c_.inner(), n, left_);
        const auto* const bias = static_cast<const Element*>(bias_.addend);
        Element* const y = y_ + f * c_.positions + slab.position;
        const Element* const next = w_ + std::min(f + By::width, features) * c_.inner();
        const size_t next_step = (By::width * sizeof(Element) - 1) / By::tiles_for(slab.positions) + 1;
        typename By::Tile t{right_,     0,
                            left_,      places_,
                            c_.inner(), bias == nullptr ? nullptr : bias + f,
                            y,          c_.positions,
                            n,          reinterpret_cast<const std::byte*>(next),
                            next_step};
        bool one_waits = false;  // for the next line
        unfolding_.for_each_line_of_positions(slab, [&](size_t place, size_t position, size_t length) {
          if (one_waits) {
            t.pitch = static_cast<size_t>(right_ + place - t.x);
            By::make_pair(t, length);
            one_waits = false;
            return;
          }
          t.x = right_ + place, t.y = y + position;
          one_waits = By::makes_pairs(length) && position + length < slab.positions;
          if (!one_waits) By::make_line(t, length);
        });
      }
    }
  }

  void multiply(const Unfolding::Slab& slab, size_t features) const {
    const size_t vectors = (slab.positions + S::lanes - 1) / S::lanes;
    const size_t panels = (vectors + S::vectors - 1) / S::vectors, widest = (vectors + panels - 1) / panels;
    for (size_t f = 0, r = 0; f < features; f += r) {
      const size_t rows = features - f, most = S::rows[widest];
      r = rows <= most ? rows : rows < 2 * most ? (rows + 1) / 2 : most;
      Tile<S> t{};
      t.units = c_.inner(), t.first = t.last = true;
      t.b_places = places_;
      if constexpr (S::plain_a) {
        t.a = w_ + f * c_.inner(), t.a_stride = c_.inner();
      } else {
        t.a = left_, t.a_stride = left_stride(c_);
        for (size_t i = 0; i < r; ++i) S::pack_left(w_ + (f + i) * c_.inner(), c_.inner(), left_ + i * t.a_stride);
      }
      for (size_t panel = 0, v = 0, n = 0; panel < panels; ++panel, v += n) {
        n = vectors / panels + (panel < vectors % panels ? 1 : 0);
        t.b = right_ + v * S::lanes;
        one_tile(t, r, n, std::min(n * S::lanes, slab.positions - v * S::lanes), f, slab.position + v * S::lanes);
      }
    }
  }

  void one_tile(Tile<S>& t, size_t rows, size_t vectors, size_t columns, size_t feature, size_t position) const {
    typename S::Output* const y = y_ + feature * c_.positions + position;
    const TileFunction<S> compute = tile_of<S, RowsOfB::listed>(rows, vectors);
    const Ending ending = bias_.from(feature, 0, sizeof(Element));
    t.next_b = reinterpret_cast<const std::byte*>(t.b);
    if constexpr (S::plain_c) {
      if (columns == vectors * S::lanes) {
        t.c = y, t.c_stride = c_.positions, t.next_c = y;
        compute(t);
        return end_rows<S>(ending, y, t.c_stride, rows, columns);
      }
    }
    HWY_ALIGN Lane room[most_tile * S::lanes];
    t.c = room, t.c_stride = vectors * S::lanes, t.next_c = room;
    compute(t);
    end_rows<S>(ending, room, t.c_stride, rows, t.c_stride);
    for (size_t i = 0; i < rows; ++i) {
      if constexpr (S::plain_c)
        std::memcpy(y + i * c_.positions, room + i * t.c_stride, columns * sizeof *y);
      else
        S::narrow(room + i * t.c_stride, columns, y + i * c_.positions);
    }
  }

  static constexpr size_t most_of_all() {
    size_t most = 0;
    for (size_t n = 1; n <= S::vectors; ++n) most = std::max(most, n * S::rows[n]);
    return most;
  }
  static constexpr size_t most_tile = most_of_all();  // vectors

  const Convolution& c_;
  const Unfolding unfolding_;
  size_t* const places_;
  Left* const left_;
  Right* const right_;
  Lane* const sums_;
  const Element *x_ = nullptr, *w_ = nullptr;
  typename S::Output* y_ = nullptr;
  Ending bias_;
};

// Products of matrices, and convolutions.
template <class S> constexpr Gemm with_convolutions(Gemm gemm) {
  gemm.convolve = &Convolver<S>::run, gemm.convolution_scratch = &Convolver<S>::scratch;
  return gemm;
}

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
