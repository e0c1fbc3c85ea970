// SPDX-License-Identifier: Apache-2.0
// Floor 7. A Conv as a product of matrices: A is the weights of a group, a row for each of its features; B has a row
// for each channel and place of the kernel and a column for each position of the window. B is never made. The input is
// unfolded instead: copied with its pads, so that every row of B is a run of elements somewhere in the copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/limits.hpp"

namespace etalon::impl {

struct Convolution {
  struct Axis {
    std::uint64_t in, out, kernel, stride, dilation, begin;
  };
  // At least two; a single one has a trivial one before it.
  static constexpr unsigned most_axes = Limits::max_rank - 2;
  unsigned axes;
  std::array<Axis, most_axes> axis;
  std::size_t batches, groups, channels, features;  // the last two of a group
  std::size_t inputs, positions, places;            // of a channel of the input, of one of the result, of the kernel
  bool is_product;           // a kernel of one place without strides and pads: positions lie as elements do
  const void *x, *w, *bias;  // null: no bias
  void* y;
  const std::byte* packed;  // the weights as the kernels want them; null: each task packs what it needs

  std::size_t inner() const { return channels * places; }
};

// The part of a convolution that one task makes: some groups of batches, rows along the first axis, features.
struct Share {
  std::size_t first_item, last_item;  // counted group by group, then batch by batch
  std::uint64_t first_row, last_row;
  std::size_t first_feature, last_feature;
};

// How the input of one group lies when it is unfolded for a slab: for positions that follow each other, of which one
// axis, the cut one, has a part; axes before it have one place, those after it all. Along an axis each place of the
// kernel has its own copy of what lies under it, in steps of the stride; or places whose distance is a multiple of the
// stride share a copy, which is longer for that. Copies are shared where this takes less room: along the cut axis, so
// that positions that follow each other lie beside each other; by lines along every axis, so that only those do that
// follow each other along the last one.
class Im2col {
 public:
  // A slab takes at most so many elements, where it can.
  Im2col(const Convolution& c, std::uint64_t most, bool by_lines);

  std::uint64_t elements() const { return c_.channels * channel_; }
  std::size_t positions() const { return static_cast<std::size_t>(rows_ * behind_); }  // of a slab, at most
  // Where row k of B begins, for each k; and the last one again, so that some more may be read.
  static constexpr std::size_t listed_beyond = 8;
  void list(std::size_t* places) const;

  // The slabs of a share: where each begins.
  struct Slab {
    std::array<std::uint64_t, Convolution::most_axes> first{};
    std::size_t position, positions;  // its first one, and how many there are
  };
  template <class Visit> void for_each_slab(const Share& share, Visit visit) const {
    Slab slab;
    std::uint64_t before = 1;  // places of the axes before the cut one, from the first row on
    for (unsigned a = 0; a < cut_; ++a) before *= a == 0 ? share.last_row - share.first_row : c_.axis[a].out;
    const std::uint64_t begin = cut_ == 0 ? share.first_row : 0, end = cut_ == 0 ? share.last_row : c_.axis[cut_].out;
    for (std::uint64_t i = 0; i < before; ++i) {
      std::uint64_t rest = i, row = 0;
      for (unsigned a = cut_; a-- > 1; rest /= c_.axis[a].out) slab.first[a] = rest % c_.axis[a].out;
      if (cut_ > 0) slab.first[0] = share.first_row + rest;
      for (unsigned a = 0; a < cut_; ++a) row = row * c_.axis[a].out + slab.first[a];
      for (std::uint64_t r = begin; r < end; r += rows_) {
        slab.first[cut_] = r;
        slab.position = static_cast<std::size_t>((row * c_.axis[cut_].out + r) * behind_);
        slab.positions = static_cast<std::size_t>((end - r < rows_ ? end - r : rows_) * behind_);
        visit(slab);
      }
    }
  }

  // Lines of the copy: `above` of pads, then some that are `before` pads, elements of the input at equal distances and
  // pads; then `below` of pads.
  struct Lines {
    std::size_t from, step;  // of the first element, within a group of the input; from one to the next
    std::size_t pitch;       // from an element to that of the next line
    std::size_t above, count, below;
    std::size_t before, elements, length;
    std::size_t gap;  // unused elements after them, up to the next channel
  };
  // Calls visit(place, position, length) for the first position of each line of a slab: where it lies in the copy,
  // counted from that of the slab's first position, which one of the slab it is, and how many there are.
  template <class Visit> void for_each_line_of_positions(const Slab& slab, Visit visit) const {
    const unsigned last = c_.axes - 1;
    const auto length = static_cast<std::size_t>(last == cut_ ? slab.positions : c_.axis[last].out);
    for (std::size_t i = 0; i < slab.positions; i += length) {
      std::uint64_t rest = i / length, place = 0, of = sides_[last].length;
      for (unsigned a = last; a-- > cut_ + 1; of *= sides_[a].length) {
        place += rest % c_.axis[a].out * of;
        rest /= c_.axis[a].out;
      }
      place += cut_ < last ? rest * of : 0;
      visit(static_cast<std::size_t>(place), i, length);
    }
  }

  // From a line of positions to the next one, as for_each_line_of_positions gives them; 0: this differs.
  std::size_t line_pitch() const { return c_.axes == 2 && cut_ == 0 ? static_cast<std::size_t>(sides_[1].length) : 0; }

  // Calls lay(lines) for all lines of the copy for a slab, in the order in which they lie.
  template <class Lay> void for_each_lines(const Slab& slab, Lay lay) const {
    const unsigned last = c_.axes - 1, next = c_.axes - 2;
    for (std::size_t channel = 0; channel < c_.channels; ++channel)
      for (std::uint64_t copy = 0; copy < copies_; ++copy) {
        std::array<std::int64_t, Convolution::most_axes> start;
        std::uint64_t rest = copy;
        for (unsigned a = c_.axes; a-- > 0; rest /= sides_[a].copies)
          start[a] = start_of(slab, a, rest % sides_[a].copies);
        const Lines lines = lines_from(start[next], start[last]);
        for (std::uint64_t outer = 0; outer < outer_; ++outer) {
          std::uint64_t index = outer, offset = 0, size = 1;
          bool inside = true;
          for (unsigned a = next; a-- > 0; index /= sides_[a].length) {
            const std::int64_t at = start[a] + static_cast<std::int64_t>(index % sides_[a].length * c_.axis[a].stride);
            inside = inside && at >= 0 && at < static_cast<std::int64_t>(c_.axis[a].in);
            offset += static_cast<std::uint64_t>(at) * size;
            size *= c_.axis[a].in;
          }
          Lines here = lines;
          if (copy + 1 == copies_ && outer + 1 == outer_)
            here.gap = static_cast<std::size_t>(channel_ - copies_ * plane_);
          if (!inside) here.above += here.count, here.count = 0;
          if (here.count > 0)
            here.from += channel * c_.inputs + static_cast<std::size_t>(offset * c_.axis[next].in * c_.axis[last].in);
          lay(here);
        }
      }
  }

 private:
  struct Side {
    std::uint64_t copies, length;
    std::uint64_t sharing;  // places of the kernel so far from each other share a copy
    bool is_shared;
  };

  std::uint64_t elements_for(unsigned cut, std::uint64_t rows);  // sets the sides
  // Where a copy begins along an axis, counted from the first element.
  std::int64_t start_of(const Slab& slab, unsigned a, std::uint64_t copy) const {
    const Convolution::Axis& axis = c_.axis[a];
    const std::uint64_t place = sides_[a].is_shared ? copy * axis.dilation % axis.stride : copy * axis.dilation;
    return static_cast<std::int64_t>(slab.first[a] * axis.stride + place) - static_cast<std::int64_t>(axis.begin);
  }
  struct Run {  // of places of a copy along an axis: those that lie on elements
    std::uint64_t first_element, before, elements;
  };
  Run run_along(unsigned a, std::int64_t start) const;
  Lines lines_from(std::int64_t row, std::int64_t column) const;  // of the last two axes

  const Convolution& c_;
  bool by_lines_;
  unsigned cut_ = 0;
  std::uint64_t rows_ = 0;  // of a slab
  std::array<Side, Convolution::most_axes> sides_{};
  std::uint64_t copies_ = 0, plane_ = 0, outer_ = 0;
  std::uint64_t channel_ = 0;  // from a channel to the next one
  std::uint64_t behind_ = 0;   // positions of the axes after the cut one
};

// The lines of a slab, for many planes: where they lie is found once, unless there are more of them than are kept. For
// a small plane that costs as much as computing it.
class LinesOfSlab {
 public:
  LinesOfSlab(const Im2col& unfolding, const Im2col::Slab& slab) : unfolding_(unfolding), slab_(slab) {
    unfolding.for_each_lines(slab, [&](const Im2col::Lines& lines) {
      if (count_ < kept_.size()) kept_[count_] = lines;
      ++count_;
    });
  }

  // As Im2col::for_each_lines.
  template <class Lay> void for_each(Lay lay) const {
    if (count_ > kept_.size()) return unfolding_.for_each_lines(slab_, lay);
    for (std::size_t i = 0; i < count_; ++i) lay(kept_[i]);
  }

 private:
  const Im2col& unfolding_;
  const Im2col::Slab& slab_;
  std::array<Im2col::Lines, 16> kept_;
  std::size_t count_ = 0;
};

}  // namespace etalon::impl
