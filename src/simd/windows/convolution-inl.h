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

#include "simd/products/gemm-inl.h"
#include "simd/products/schemes-inl.h"
#include "simd/windows/by_features-inl.h"
#include "simd/windows/convolution.hpp"
#include "simd/windows/depthwise-inl.h"
#include "simd/windows/im2col-inl.h"

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
  static constexpr size_t beyond = width + S::lanes;  // tiles and vectors may reach beyond what is unfolded

 public:
  static void run(const Convolution& c, const Share& share, std::byte* scratch) {
    if constexpr (ByFeatures<S>::exists)
      if (c.is_product) return ByFeatures<S>::multiply(c, list_of(c), weights_of(c), share);
    if (Depthwise<S>::makes(c)) return Depthwise<S>::run(c, share, scratch);
    Convolver(c, scratch).make(share);
  }

  // Enough with packed weights and without.
  static std::uint64_t scratch(const Convolution& c) {
    if (Depthwise<S>::makes(c)) return Depthwise<S>::scratch(c);
    const auto bytes = [&](bool in_lanes) {
      const Im2col unfolding = unfolding_of(c, in_lanes);
      const std::uint64_t right = right_bytes(unfolding);
      return list_bytes(c) + left_bytes(c, in_lanes) + right + (by_planes(c, unfolding) ? right : 0);
    };
    return std::max(bytes(by_features(c)), bytes(packs_features(c)));
  }

  // A list of places and the weights of all features, where these lie otherwise than in the operand.
  static std::uint64_t packed(const Convolution& c) {
    if (packs_features(c))
      return list_bytes(c) + std::uint64_t{c.groups} * ByFeatures<S>::packed_elements(c) * sizeof(Left);
    if (S::plain_a || by_lines(c) || c.is_product) return 0;
    return list_bytes(c) + std::uint64_t{c.groups} * c.features * left_stride(c) * sizeof(Left);
  }

  static void pack(const Convolution& c, std::byte* to) {
    auto* const list = reinterpret_cast<size_t*>(to);
    auto* weights = reinterpret_cast<Left*>(to + list_bytes(c));
    const auto* const w = static_cast<const Element*>(c.w);
    if (c.is_product)
      for (size_t k = 0; k < c.channels; ++k) list[k] = k * c.positions;
    else
      unfolding_of(c, packs_features(c)).list(list);
    if constexpr (ByFeatures<S>::exists) {
      for (size_t g = 0; g < c.groups; ++g, weights += ByFeatures<S>::packed_elements(c))
        ByFeatures<S>::pack_all(w + g * c.features * c.inner(), c.inner(), c.features, weights);
    } else {
      for (size_t f = 0; f < c.groups * c.features; ++f)
        S::pack_left(w + f * c.inner(), c.inner(), weights + f * left_stride(c));
    }
  }

 private:
  Convolver(const Convolution& c, std::byte* scratch)
      : c_(c),
        in_lanes_(by_features(c)),
        unfolding_(unfolding_of(c, in_lanes_)),
        places_(c.packed != nullptr ? list_of(c) : reinterpret_cast<size_t*>(scratch)),
        left_(reinterpret_cast<Left*>(scratch + list_bytes(c))),
        right_(reinterpret_cast<Right*>(scratch + list_bytes(c) + left_bytes(c, in_lanes_))),
        sums_(reinterpret_cast<Lane*>(scratch + list_bytes(c) + left_bytes(c, in_lanes_) +
                                      static_cast<size_t>(right_bytes(unfolding_)))) {
    if (c.packed == nullptr) unfolding_.list(reinterpret_cast<size_t*>(scratch));
    Unfolder<S>::zeros(right_ + static_cast<size_t>(unfolding_.elements()), beyond);
  }

  static bool by_lines(const Convolution& c) { return c.features == 1; }
  static bool packs_features(const Convolution& c) {
    return !by_lines(c) && ByFeatures<S>::is_better(c, ByFeatures<S>::Packing::beforehand);
  }
  static bool by_features(const Convolution& c) {
    return ByFeatures<S>::exists && !by_lines(c) &&
           (c.packed != nullptr || ByFeatures<S>::is_better(c, ByFeatures<S>::Packing::now));
  }
  static Im2col unfolding_of(const Convolution& c, bool in_lanes) {
    return {c, slab_bytes / sizeof(Right), by_lines(c) || in_lanes};
  }
  static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }
  static size_t list_bytes(const Convolution& c) {
    return rounded((c.inner() + Im2col::listed_beyond) * sizeof(size_t));
  }
  static size_t left_stride(const Convolution& c) { return c.inner() + Blocks<S>::padding; }
  static const size_t* list_of(const Convolution& c) { return reinterpret_cast<const size_t*>(c.packed); }
  static const Left* weights_of(const Convolution& c) {
    return reinterpret_cast<const Left*>(c.packed + list_bytes(c));
  }
  static size_t left_bytes(const Convolution& c, bool in_lanes) {
    if (in_lanes) return rounded(ByFeatures<S>::packed_elements(c.inner()) * sizeof(Left));
    return S::plain_a ? 0 : rounded(most_rows * left_stride(c) * sizeof(Left));
  }

  static std::uint64_t right_bytes(const Im2col& unfolding) {
    return ((unfolding.elements() + beyond) * sizeof(Right) + 63) / 64 * 64;
  }
  // Where lines are short, those of a slab are made at once.
  static bool by_planes(const Convolution& c, const Im2col& unfolding) {
    return S::plain_c && by_lines(c) && c.axis[c.axes - 1].out < 2 * S::lanes && unfolding.line_pitch() > 0;
  }

  void make(const Share& share) {
    if (by_lines(c_)) return make_apart(share);
    const size_t features = share.last_feature - share.first_feature;
    for (size_t item = share.first_item; item < share.last_item; ++item) {
      go_to(item, share.first_feature);
      unfolding_.for_each_slab(share, [&](const Im2col::Slab& slab) {
        lay(slab);
        in_lanes_ ? make_features(slab, features) : multiply(slab, features);
      });
    }
  }

  void go_to(size_t item, size_t feature_of_group) {
    const size_t batch = item / c_.groups, feature = item % c_.groups * c_.features + feature_of_group;
    x_ = static_cast<const Element*>(c_.x) + item * c_.channels * c_.inputs;
    w_ = static_cast<const Element*>(c_.w) + feature * c_.inner();
    y_ = static_cast<typename S::Output*>(c_.y) + (batch * c_.groups * c_.features + feature) * c_.positions;
    if (c_.packed != nullptr)
      packed_ = weights_of(c_) +
                (in_lanes_ ? item % c_.groups * ByFeatures<S>::packed_elements(c_) + feature_of_group * c_.inner()
                           : feature * left_stride(c_));
    bias_ = {};
    if (c_.bias != nullptr) bias_.addend = static_cast<const Element*>(c_.bias) + feature, bias_.row_step = 1;
  }

  // One feature in each group: planes may be small, and are many.
  void make_apart(const Share& share) {
    const bool planes = by_planes(c_, unfolding_);
    unfolding_.for_each_slab(share, [&](const Im2col::Slab& slab) {
      const LinesOfSlab all(unfolding_, slab);
      for (size_t item = share.first_item; item < share.last_item; ++item) {
        go_to(item, 0);
        lay(all);
        planes ? make_plane(slab) : make_lines(slab);
      }
    });
  }

  HWY_NOINLINE void lay(const Im2col::Slab& slab) {
    Right* to = right_;
    unfolding_.for_each_lines(slab,
                              [&](const Im2col::Lines& lines) HWY_ATTR { to = Unfolder<S>::lay_lines(x_, lines, to); });
  }
  HWY_NOINLINE void lay(const LinesOfSlab& all) {
    Right* to = right_;
    all.for_each([&](const Im2col::Lines& lines) HWY_ATTR { to = Unfolder<S>::lay_lines(x_, lines, to); });
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

  HWY_NOINLINE void make_lines(const Im2col::Slab& slab) const {
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
  HWY_NOINLINE void make_plane([[maybe_unused]] const Im2col::Slab& slab) const {
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

  void make_features([[maybe_unused]] const Im2col::Slab& slab, [[maybe_unused]] size_t features) const {
    if constexpr (ByFeatures<S>::exists) {
      using By = ByFeatures<S>;
      for (size_t f = 0; f < features; f += By::width) {
        const size_t n = std::min(By::width, features - f);
        if (packed_ == nullptr) By::pack(w_ + f * c_.inner(), c_.inner(), n, left_);
        const auto* const bias = static_cast<const Element*>(bias_.addend);
        Element* const y = y_ + f * c_.positions + slab.position;
        const Element* const all = packed_ != nullptr ? packed_ : w_;
        const Element* const next = all + std::min(f + By::width, features) * c_.inner();
        const size_t next_step = (By::width * sizeof(Element) - 1) / By::tiles_for(slab.positions) + 1;
        typename By::Tile t{right_,
                            0,
                            packed_ != nullptr ? packed_ + f * c_.inner() : left_,
                            places_,
                            c_.inner(),
                            bias == nullptr ? nullptr : bias + f,
                            y,
                            c_.positions,
                            n,
                            reinterpret_cast<std::uintptr_t>(next),
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

  void multiply(const Im2col::Slab& slab, size_t features) const {
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
        t.a = packed_ != nullptr ? packed_ + f * left_stride(c_) : left_, t.a_stride = left_stride(c_);
        for (size_t i = 0; i < r && packed_ == nullptr; ++i)
          S::pack_left(w_ + (f + i) * c_.inner(), c_.inner(), left_ + i * t.a_stride);
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
    t.next_b = reinterpret_cast<std::uintptr_t>(t.b);
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
  const bool in_lanes_;
  const Im2col unfolding_;
  const size_t* const places_;
  Left* const left_;
  Right* const right_;
  Lane* const sums_;
  const Element *x_ = nullptr, *w_ = nullptr;
  const Left* packed_ = nullptr;  // weights of the features to be made
  typename S::Output* y_ = nullptr;
  Ending bias_;
};

// Products of matrices, and convolutions.
template <class S> constexpr Gemm with_convolutions(Gemm gemm) {
  gemm.convolve = &Convolver<S>::run, gemm.convolution_scratch = &Convolver<S>::scratch;
  gemm.convolution_packed = &Convolver<S>::packed, gemm.pack_convolution = &Convolver<S>::pack;
  return gemm;
}

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
