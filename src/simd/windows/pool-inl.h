// SPDX-License-Identifier: Apache-2.0
// Floor 7. Pools, compiled once per target: each channel is unfolded by lines (convolution.hpp), with something in the
// pads that changes nothing, and as many windows as a vector has lanes are folded at once. A fold has
//   Lane, D              what lanes hold
//   pad                  what a fold begins with, and what is in the pads
//   taken(d, so_far, x)  the fold with one element more
//   counts               whether it is told at the end how many elements each window has
//   finished(d, fold, counts)
#if defined(ETALON_SIMD_POOL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_POOL_INL_H
#undef ETALON_SIMD_POOL_INL_H
#else
#define ETALON_SIMD_POOL_INL_H
#endif

#include <cstring>

#include "ops/reference.hpp"
#include "simd/lanes/lanes-inl.h"
#include "simd/partition.hpp"
#include "simd/windows/window_sizes.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <class Fold> class Pooled {
  using Lane = typename Fold::Lane;
  using D = typename Fold::D;
  static constexpr std::size_t N = hn::MaxLanes(D());
  static constexpr std::size_t most_elements = 32768 / sizeof(Lane);  // stays in the first-level cache
  static constexpr std::size_t most_places = 1024, vectors = 4, beyond = (vectors + 1) * N;

 public:
  static Status compute(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
    const Window window = *Window::of(call);
    const Convolution c = convolution_over(window);
    const Shape& x = call.inputs[0]->shape;
    const std::uint64_t channels = x[0] * x[1];
    if (channels * window.positions() == 0) return {};
    const Im2col unfolding(c, most_elements, true);
    // Windows larger than what is kept on the stack: hardly any.
    if (unfolding.elements() > most_elements || c.places > most_places || c.places > Fold::most_places)
      return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
    const Pooled pooled(call, window, c, unfolding, inputs, outputs);
    const std::uint64_t least = std::max<std::uint64_t>((std::uint64_t{1} << 15) / (window.positions() * c.places), 1);
    in_parts(work, channels, least, 1, [&](std::uint64_t begin, std::uint64_t end) {
      pooled.make(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    });
    return {};
  }

 private:
  Pooled(const Call& call, const Window& window, const Convolution& c, const Im2col& unfolding, Inputs inputs,
         Outputs outputs)
      : window_(window),
        c_(c),
        unfolding_(unfolding),
        from_(static_cast<const Lane*>(inputs[0])),
        to_(static_cast<Lane*>(outputs[0])) {
    const std::int64_t* include = call.named<std::int64_t>("count_include_pad");
    with_pads_ = include != nullptr && *include != 0;
  }

  void make(std::size_t first, std::size_t last) const {
    std::size_t places[most_places + Im2col::listed_beyond];
    HWY_ALIGN Lane copy[most_elements + beyond];
    HWY_ALIGN Lane counts[Fold::counts ? most_elements + beyond : 1];
    unfolding_.list(places);
    unfolding_.for_each_slab({0, 1, 0, c_.axis[0].out, 0, 1}, [&](const Im2col::Slab& slab) {
      if constexpr (Fold::counts) {
        for (std::size_t i = 0; i < slab.positions; ++i)
          counts[i] = static_cast<Lane>(window_.covered(slab.position + i, with_pads_));
        for (std::size_t i = 0; i < beyond; ++i) counts[slab.positions + i] = 1;
      }
      const LinesOfSlab all(unfolding_, slab);
      for (std::size_t channel = first; channel < last; ++channel) {
        const Lane* const x = from_ + channel * c_.inputs;
        Lane* at = copy;
        all.for_each([&](const Im2col::Lines& lines) { at = lay(lines, x, at); });
        pads(at, beyond);
        Lane* const to = to_ + channel * c_.positions + slab.position;
        unfolding_.for_each_line_of_positions(slab, [&](std::size_t place, std::size_t position, std::size_t length) {
          line(copy + place, places, counts + (Fold::counts ? position : 0), to + position, length,
               slab.positions - position);
        });
      }
    });
  }

  static HWY_INLINE void pads(Lane* at, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) at[i] = Fold::pad;
  }

  static HWY_NOINLINE Lane* lay(const Im2col::Lines& lines, const Lane* x, Lane* to) {
    pads(to, lines.above * lines.length);
    to += lines.above * lines.length;
    const std::size_t behind = lines.before + lines.elements;
    for (std::size_t i = 0; i < lines.count; ++i, to += lines.length) {
      pads(to, lines.before);
      take(x + lines.from + i * lines.pitch, lines.step, lines.elements, to + lines.before);
      pads(to + behind, lines.length - behind);
    }
    pads(to, lines.below * lines.length);
    return to + lines.below * lines.length;
  }

  static HWY_INLINE void take(const Lane* from, std::size_t step, std::size_t count, Lane* to) {
    if (step == 1) {
      std::memcpy(to, from, count * sizeof(Lane));
      return;
    }
    std::size_t i = 0;
    if constexpr (N > 1)
      for (const D d; step == 2 && i + N < count; i += N) {  // one element more is read
        hn::Vec<D> even, odd;
        hn::LoadInterleaved2(d, from + 2 * i, even, odd);
        hn::StoreU(even, d, to + i);
      }
    for (; i < count; ++i) to[i] = from[i * step];
  }

  // `room` elements from the first one on may be written: those of lines that are made later.
  HWY_NOINLINE void line(const Lane* b, const std::size_t* places, const Lane* counts, Lane* to, std::size_t length,
                         std::size_t room) const {
    const D d;
    for (std::size_t j = 0; j < length; j += vectors * N) {
      hn::Vec<D> fold[vectors] = {hn::Set(d, Fold::pad), hn::Set(d, Fold::pad), hn::Set(d, Fold::pad),
                                  hn::Set(d, Fold::pad)};
      const bool one = length - j <= N;
      for (std::size_t k = 0; k < c_.places && one; ++k)
        fold[0] = Fold::taken(d, fold[0], hn::LoadU(d, b + places[k] + j));
      for (std::size_t k = 0; k < c_.places && !one; ++k) {
        const Lane* const row = b + places[k] + j;
        ETALON_UNROLL
        for (std::size_t v = 0; v < vectors; ++v) fold[v] = Fold::taken(d, fold[v], hn::LoadU(d, row + v * N));
      }
      ETALON_UNROLL
      for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t at = j + v * N;
        if (at >= length) break;
        const hn::Vec<D> end = Fold::finished(d, fold[v], counts + (Fold::counts ? at : 0));
        if (room >= at + N)
          hn::StoreU(end, d, to + at);
        else
          store_first(end, d, to + at, std::min(N, length - at));
      }
    }
  }

  const Window& window_;
  const Convolution& c_;
  const Im2col& unfolding_;
  const Lane* from_;
  Lane* to_;
  bool with_pads_;
};

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
