// SPDX-License-Identifier: Apache-2.0
// Floor 7. Convolutions of one channel and one feature in each group along two axes, compiled once per target. Nothing
// is copied: vectors are loaded from the lines of the input where they lie, and what would be pads is masked off, which
// makes it zero. Only for targets on which a masked load does not touch what it leaves out.
#if defined(ETALON_SIMD_DEPTHWISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_DEPTHWISE_INL_H_
#undef ETALON_SIMD_DEPTHWISE_INL_H_
#else
#define ETALON_SIMD_DEPTHWISE_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simd/products/schemes-inl.h"
#include "simd/windows/convolution.hpp"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <class S> class Depthwise {
  using T = typename S::Lane;
  using D = hn::ScalableTag<T>;
  static constexpr size_t lanes = S::lanes;
  static constexpr size_t most_places = 7;  // of the kernel along a line
  static constexpr size_t at_once = 4;      // lines of the result
  static constexpr size_t most_kept = 4;    // vectors of a line whose masks are kept for all planes

 public:
  static constexpr bool exists = ETALON_VECTORS && !HWY_MEM_OPS_MIGHT_FAULT && S::plain_a && S::plain_b && S::plain_c &&
                                 std::is_floating_point_v<T>;

  static bool makes(const Convolution& c) {
    return exists && c.axes == 2 && c.channels == 1 && c.features == 1 && c.axis[1].stride <= 2 &&
           c.axis[1].kernel <= most_places;
  }
  // A line of zeros, which lines above and below the input are read from.
  static std::uint64_t scratch(const Convolution& c) { return c.axis[1].in * sizeof(T); }

  static void run([[maybe_unused]] const Convolution& c, [[maybe_unused]] const Share& share,
                  [[maybe_unused]] std::byte* scratch) {
#if ETALON_VECTORS
    if constexpr (exists) {
      std::memset(scratch, 0, static_cast<size_t>(Depthwise::scratch(c)));
      const Depthwise it(c, share, reinterpret_cast<const T*>(scratch));
      c.axis[1].stride == 1 ? it.template make<1>() : it.template make<2>();
    }
#endif
  }

 private:
#if ETALON_VECTORS
  // The elements under as many neighbouring results as there are lanes, for each place of the kernel along a line.
  struct Columns {
    std::ptrdiff_t start[most_places];                    // of the first one
    hn::Mask<D> first[most_places], second[most_places];  // which exist; the second vector is for strides
    size_t results;

    Columns() = default;
    Columns(const Convolution::Axis& axis, size_t column) {
      const auto in = static_cast<std::ptrdiff_t>(axis.in);
      for (size_t k = 0; k < axis.kernel; ++k) {
        start[k] = static_cast<std::ptrdiff_t>(column * axis.stride + k * axis.dilation) -
                   static_cast<std::ptrdiff_t>(axis.begin);
        first[k] = between(-start[k], in - start[k]);
        second[k] = between(-start[k] - std::ptrdiff_t{lanes}, in - start[k] - std::ptrdiff_t{lanes});
      }
      results = std::min(lanes, static_cast<size_t>(axis.out) - column);
    }

    static hn::Mask<D> between(std::ptrdiff_t from, std::ptrdiff_t to) {
      const auto before = [](std::ptrdiff_t n) {
        return hn::FirstN(D(), static_cast<size_t>(std::clamp<std::ptrdiff_t>(n, 0, lanes)));
      };
      return hn::AndNot(before(from), before(to));
    }
  };

  Depthwise(const Convolution& c, const Share& share, const T* zeros)
      : c_(c), share_(share), zeros_(zeros), in_(static_cast<size_t>(c.axis[1].in)) {}

  template <size_t stride> void make() const {
    const Convolution::Axis& across = c_.axis[1];
    const auto out = static_cast<size_t>(across.out);
    Columns kept[most_kept];
    for (size_t i = 0; i < most_kept && i * lanes < out; ++i) kept[i] = Columns(across, i * lanes);
    for (size_t item = share_.first_item; item < share_.last_item; ++item)
      for (size_t column = 0; column < out; column += lanes)
        make_columns<stride>(item, column, column / lanes < most_kept ? kept[column / lanes] : Columns(across, column));
  }

  template <size_t stride> HWY_INLINE void make_columns(size_t item, size_t column, const Columns& columns) const {
    const size_t group = item % c_.groups, out = static_cast<size_t>(c_.axis[1].out);
    const T* const x = static_cast<const T*>(c_.x) + item * c_.inputs;
    const T* const weights = static_cast<const T*>(c_.w) + group * c_.places;
    const T* const bias = c_.bias == nullptr ? nullptr : static_cast<const T*>(c_.bias) + group;
    T* const y = static_cast<T*>(c_.y) + item * c_.positions + column;
    const auto end = static_cast<size_t>(share_.last_row);
    for (size_t line = static_cast<size_t>(share_.first_row); line < end; line += at_once) {
      T* const to = y + line * out;
      switch (end - line) {
        case 1:
          make_lines<stride, 1>(x, weights, bias, line, columns, to);
          break;
        case 2:
          make_lines<stride, 2>(x, weights, bias, line, columns, to);
          break;
        case 3:
          make_lines<stride, 3>(x, weights, bias, line, columns, to);
          break;
        default:
          make_lines<stride, at_once>(x, weights, bias, line, columns, to);
      }
    }
  }

  template <size_t stride, size_t lines>
  HWY_INLINE void make_lines(const T* x, const T* weights, const T* bias, size_t line, const Columns& columns,
                             T* y) const {
    const D d;
    const Convolution::Axis &down = c_.axis[0], &across = c_.axis[1];
    typename S::Sum sum[lines];
    ETALON_UNROLL
    for (size_t i = 0; i < lines; ++i) sum[i] = S::zero();
    for (size_t k = 0; k < down.kernel; ++k) {
      const T* from[lines];
      ETALON_UNROLL
      for (size_t i = 0; i < lines; ++i) {  // a line above the first one has a number beyond the last one's
        const std::uint64_t row = (line + i) * down.stride + k * down.dilation - down.begin;
        from[i] = row < down.in ? x + static_cast<size_t>(row) * in_ : zeros_;
      }
      for (size_t j = 0; j < across.kernel; ++j) {
        const typename S::Down weight = S::down(weights++);
        ETALON_UNROLL
        for (size_t i = 0; i < lines; ++i) sum[i] = S::step(weight, load<stride>(from[i], columns, j), sum[i]);
      }
    }
    const typename S::Sum added = bias == nullptr ? S::zero() : S::everywhere(bias);
    ETALON_UNROLL
    for (size_t i = 0; i < lines; ++i, y += across.out) {
      const typename S::Sum result = S::finish(bias == nullptr ? sum[i] : S::plus(sum[i], added));
      if (columns.results == lanes)
        hn::StoreU(result, d, y);
      else
        hn::BlendedStore(result, hn::FirstN(d, columns.results), d, y);
    }
  }

  template <size_t stride> static HWY_INLINE hn::Vec<D> load(const T* line, const Columns& columns, size_t place) {
    const D d;
    // a number, since it may lie before the line
    const std::uintptr_t at =
        reinterpret_cast<std::uintptr_t>(line) + static_cast<std::uintptr_t>(columns.start[place]) * sizeof(T);
    const hn::Vec<D> first = hn::MaskedLoad(columns.first[place], d, reinterpret_cast<const T*>(at));
    if constexpr (stride == 1) return first;
    const hn::Vec<D> second =
        hn::MaskedLoad(columns.second[place], d, reinterpret_cast<const T*>(at + lanes * sizeof(T)));
    return hn::ConcatEven(d, second, first);
  }

  const Convolution& c_;
  const Share& share_;
  const T* const zeros_;
  const size_t in_;
#endif
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
