// SPDX-License-Identifier: Apache-2.0
// Floor 7. Convolutions of bytes, compiled once per target, as those of other types (windows/convolution-inl.h): the
// input is unfolded slab by slab, and each tile finds its rows of B in a list. What is unfolded are words, so that a
// plane has as many channels as a word has k. Weights are the left matrix, and lanes are positions. A pad is the zero
// point, so that nothing is added for it.
#if defined(ETALON_SIMD_BYTE_CONVOLUTION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_BYTE_CONVOLUTION_INL_H_
#undef ETALON_SIMD_BYTE_CONVOLUTION_INL_H_
#else
#define ETALON_SIMD_BYTE_CONVOLUTION_INL_H_
#endif

#include "simd/quantised/products-inl.h"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

// A convolution over planes of words.
template <class W> struct OverPlanes : Convolution {
  explicit OverPlanes(const Convolution& c) : Convolution(c) { channels = in_whole(c.channels, W::unit) / W::unit; }
};

template <class W> class ByteConvolver {
  using Word = std::uint32_t;
  static constexpr size_t slab_words = size_t{1} << 18;  // 2^20 bytes, which stay in the second-level cache
  static constexpr size_t width = W::vectors * W::lanes, most_rows = W::rows[1];
  static constexpr size_t beyond = width + W::lanes;  // tiles and vectors may reach beyond what is unfolded

 public:
  static void run(const ByteConvolution& c, const Share& share, std::byte* scratch) {
    ByteConvolver(c, share, scratch).make(share);
  }

  static std::uint64_t scratch(const Convolution& c) {
    const OverPlanes<W> planes(c);
    const Im2col unfolding(planes, slab_words, false);
    // planes beyond the last one are read where words of many are taken at a time
    const std::uint64_t more = in_whole(planes.channels, W::whole) - planes.channels;
    return packed(c) + aligned_size(c.features * sizeof(std::int32_t)) +
           (unfolding.elements() + more * (unfolding.elements() / planes.channels) + beyond) * sizeof(Word);
  }

  // The list of places, the weights of all features, and the sums of these.
  static std::uint64_t packed(const Convolution& c) {
    return sums_offset(c) + aligned_size(c.groups * c.features * sizeof(Word));
  }

  static void pack(const ByteConvolution& c, std::byte* to) {
    const OverPlanes<W> planes(c);
    Im2col(planes, slab_words, false).list(reinterpret_cast<size_t*>(to));
    pack_features(c, 0, c.groups * c.features, to);
  }

 private:
  static size_t units(const Convolution& c) { return words_of<W>(c.channels) * c.places; }
  static size_t left_stride(const Convolution& c) { return units(c) + 16; }
  static size_t list_bytes(const Convolution& c) {
    return aligned_size((OverPlanes<W>(c).inner() + Im2col::listed_beyond) * sizeof(size_t));
  }
  static size_t sums_offset(const Convolution& c) {
    return list_bytes(c) + aligned_size((c.groups * c.features + W::whole - 1) * left_stride(c) * sizeof(Word));
  }

  static void pack_features(const ByteConvolution& c, size_t first, size_t last, std::byte* to) {
    auto* const weights = reinterpret_cast<Word*>(to + list_bytes(c));
    auto* const sums = reinterpret_cast<Word*>(to + sums_offset(c));
    for (size_t f = first; f < last; ++f)
      sums[f] = pack_line<W>(c.weights.from(f * c.inner(), f), c.channels, c.places, weights + f * left_stride(c));
  }

  ByteConvolver(const ByteConvolution& c, const Share& share, std::byte* scratch)
      : c_(c), planes_(c), unfolding_(planes_, slab_words, false) {
    const std::byte* const from = c.packed != nullptr ? c.packed : scratch;
    if (c.packed == nullptr) {
      unfolding_.list(reinterpret_cast<size_t*>(scratch));
      for (size_t item = share.first_item; item < std::min(share.last_item, share.first_item + c.groups); ++item) {
        const size_t first = item % c.groups * c.features;
        pack_features(c, first + share.first_feature, first + share.last_feature, scratch);
      }
    }
    places_ = reinterpret_cast<const size_t*>(from);
    weights_ = reinterpret_cast<const Word*>(from + list_bytes(c));
    sums_ = reinterpret_cast<const Word*>(from + sums_offset(c));
    scratch += packed(c);
    of_rows_ = reinterpret_cast<std::int32_t*>(scratch);
    right_ = reinterpret_cast<Word*>(scratch + aligned_size(c.features * sizeof(std::int32_t)));
    fill(right_ + static_cast<size_t>(unfolding_.elements()), beyond);
  }

  // Slabs come first: where their lines lie is found once for all items, of which a depthwise layer has many small
  // ones.
  void make(const Share& share) {
    unfolding_.for_each_slab(share, [&](const Im2col::Slab& slab) {
      const LinesOfSlab lines(unfolding_, slab);
      for (size_t item = share.first_item; item < share.last_item; ++item) {
        lay(lines, c_.data.data + item * c_.channels * c_.inputs);
        make_item(slab, item, share);
      }
    });
  }

  void make_item(const Im2col::Slab& slab, size_t item, const Share& share) {
    const size_t group = item % c_.groups * c_.features;
    for (size_t f = share.first_feature; f < share.last_feature; ++f) {
      std::uint32_t added = c_.added == nullptr ? 0 : static_cast<std::uint32_t>(c_.added[group + f]);
      if constexpr (W::keeps_zeros) added -= static_cast<std::uint32_t>(c_.data.zero(false, 0)) * sums_[group + f];
      of_rows_[f] = static_cast<std::int32_t>(added);
    }
    Results results{c_.y, c_.positions, c_.rescale};
    results.y = results.at(item / c_.groups * c_.groups * c_.features + group, 0);
    Rescale by;
    if (results.rescale != nullptr) by = results.rescale->from(group), results.rescale = &by;
    multiply(slab, results, group, share.first_feature, share.last_feature);
  }

  // ---- the input ----

  HWY_NOINLINE void lay(const LinesOfSlab& all, const std::uint8_t* x) {
    const RightLanes<W> right(c_.data);
    Word* to = right_;
    all.for_each([&](const Im2col::Lines& lines) HWY_ATTR { to = lay_lines(right, x, lines, to); });
  }

  HWY_INLINE Word* lay_lines(const RightLanes<W>& right, const std::uint8_t* x, const Im2col::Lines& lines, Word* to) {
    fill(to, lines.above * lines.length);
    to += lines.above * lines.length;
    // a plane begins with its first channel; one beyond the last repeats that, since its weights are 0
    const size_t plane = lines.from / c_.inputs, first = plane * W::unit;
    const size_t more = std::min(W::unit, c_.channels - std::min(c_.channels, first));
    const std::uint8_t* from = x + first * c_.inputs + lines.from % c_.inputs;
    const auto copy = [&](const std::uint8_t* line, size_t count, Word* place) HWY_ATTR {
      for (size_t i = 0; i < count; i += W::lanes)
        hn::StoreU(right.word([&](size_t k) HWY_ATTR {
          const std::uint8_t* const channel = line + (k < more ? k : 0) * c_.inputs;
          return load_bytes<W>(channel + i * lines.step, lines.step, count - i);
        }),
                   Tag<Word>(), place + i);
    };
    if (lines.count > 0 && lines.step == 1 && lines.pitch == lines.length) {
      // one run of elements, of which some become pads
      copy(from, (lines.count - 1) * lines.length + lines.elements, to + lines.before);
      for (size_t i = 0; i < lines.count; ++i, to += lines.length) {
        for (size_t j = 0; j < lines.before; ++j) to[j] = pad();
        for (size_t j = lines.before + lines.elements; j < lines.length; ++j) to[j] = pad();
      }
    } else {
      for (size_t i = 0; i < lines.count; ++i, from += lines.pitch, to += lines.length) {
        const size_t behind = lines.before + lines.elements;
        fill(to, lines.before);
        copy(from, lines.elements, to + lines.before);
        fill(to + behind, lines.length - behind);
      }
    }
    const size_t rest = lines.below * lines.length + lines.gap;
    fill(to, rest);
    return to + rest;
  }

  Word pad() const { return W::keeps_zeros ? static_cast<Word>(c_.data.zero(false, 0)) * 0x01010101u : 0; }
  // Whole vectors: what follows is written later.
  HWY_INLINE void fill(Word* to, size_t count) const {
    const auto pads = hn::Set(Tag<Word>(), pad());
    for (size_t i = 0; i < count; i += W::lanes) hn::StoreU(pads, Tag<Word>(), to + i);
  }

  // ---- the sums ----

  void multiply(const Im2col::Slab& slab, const Results& results, size_t group, size_t first, size_t last) const {
    const size_t vectors = in_whole(slab.positions, W::lanes) / W::lanes;
    const size_t panels = in_whole(vectors, W::vectors) / W::vectors, widest = (vectors + panels - 1) / panels;
    const Finish finish = finish_of(results);
    HWY_ALIGN std::int32_t room[most_rows * width];
    Tile<W> t{};
    t.units = units(c_), t.first = t.last = true;
    t.b_places = places_;
    t.b_stride = static_cast<size_t>(unfolding_.elements()) / planes_.channels;  // from a plane to the next one
    t.a_stride = left_stride(c_);
    t.c = room, t.next_c = room;
    for (size_t f = first, r = 0; f < last; f += r) {
      r = next_rows<W>(last - f, W::rows[widest]);
      t.a = weights_ + (group + f) * t.a_stride;
      for (size_t panel = 0, v = 0, n = 0; panel < panels; ++panel, v += n) {
        n = vectors / panels + (panel < vectors % panels ? 1 : 0);
        t.b = right_ + v * W::lanes;
        t.next_b = reinterpret_cast<std::uintptr_t>(t.b);
        t.c_stride = n * W::lanes;
        make_tile<W, RowsOfB::listed>(t, c_.places, r, n);
        finish(results, room, t.c_stride, r, std::min(n * W::lanes, slab.positions - v * W::lanes), f,
               slab.position + v * W::lanes, of_rows_, nullptr);
      }
    }
  }

  const ByteConvolution& c_;
  const OverPlanes<W> planes_;
  const Im2col unfolding_;
  const size_t* places_;
  const Word *weights_, *sums_;
  std::int32_t* of_rows_;
  Word* right_;
};

template <class W> constexpr ByteSums sums_by() {
  return {&ByteMultiplier<W>::run,   &ByteMultiplier<W>::scratch, &ByteMultiplier<W>::packed_bytes,
          &ByteMultiplier<W>::pack,  &ByteConvolver<W>::run,      &ByteConvolver<W>::scratch,
          &ByteConvolver<W>::packed, &ByteConvolver<W>::pack};
}

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
