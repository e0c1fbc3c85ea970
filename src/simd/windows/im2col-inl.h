// SPDX-License-Identifier: Apache-2.0
// Floor 7. Copies the input of a convolution as an Im2col (convolution.hpp) wants it, compiled once per target.
#if defined(ETALON_SIMD_UNFOLD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_UNFOLD_INL_H_
#undef ETALON_SIMD_UNFOLD_INL_H_
#else
#define ETALON_SIMD_UNFOLD_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "simd/products/schemes-inl.h"
#include "simd/windows/convolution.hpp"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <class S> struct Unfolder {
  using Element = typename S::Element;
  using Right = typename S::Right;

  static HWY_NOINLINE Right* lay_lines(const Element* x, const Im2col::Lines& lines, Right* to) {
    zeros(to, lines.above * lines.length);
    to += lines.above * lines.length;
    if (lines.step == 1 && lines.pitch == lines.length)
      lay_at_once(x, lines, to);
    else
      for (size_t i = 0; i < lines.count; ++i) lay_line(lines, x + lines.from + i * lines.pitch, to + i * lines.length);
    to += lines.count * lines.length;
    const size_t rest = lines.below * lines.length + lines.gap;
    zeros(to, rest);
    return to + rest;
  }

  static HWY_INLINE void lay_line(const Im2col::Lines& lines, const Element* from, Right* to) {
    zeros(to, lines.before);
    copy(from, lines.step, lines.elements, to + lines.before);
    zeros(to + lines.before + lines.elements, lines.length - lines.before - lines.elements);
  }

  // Lines of the input that are as long as those of the copy: one run of elements, of which some become pads.
  static HWY_INLINE void lay_at_once(const Element* x, const Im2col::Lines& lines, Right* to) {
    if (lines.count == 0) return;
    const size_t behind = lines.before + lines.elements;
    copy(x + lines.from, 1, (lines.count - 1) * lines.length + lines.elements, to + lines.before);
    for (size_t i = 0; i < lines.count; ++i, to += lines.length) {
      for (size_t j = 0; j < lines.before; ++j) to[j] = Right{};
      for (size_t j = behind; j < lines.length; ++j) to[j] = Right{};
    }
  }

  // Whole vectors: what follows is written later.
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
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
