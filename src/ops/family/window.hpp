// SPDX-License-Identifier: Apache-2.0
// Floor 4. Windows: which places of its kernel lie over which elements of the input, for Conv and the pools. Axes are
// the spatial ones alone, in the order of the tensor, and an offset counts elements within one channel.
#pragma once

#include <array>
#include <span>

#include "ops/call.hpp"
#include "ops/counting.hpp"

namespace etalon::impl {

struct Window {
  static constexpr unsigned most_axes = Limits::max_rank - 2;
  // Lengths with pads, dilated kernels and counts of places are below this, so that sums of them fit, and a double has
  // every count.
  static constexpr std::uint64_t limit = std::uint64_t{1} << 53;
  using Sizes = std::array<std::uint64_t, most_axes>;

  // The attributes, found by their names, of a call whose first operand has a batch and channels before its spatial
  // axes. The kernel is that of the operand of shape `weights`, after its first two axes, or the attribute
  // kernel_shape. A finding cites the row's rule on shapes.
  static Result<Window> of(const Call& call, const Shape* weights = nullptr);

  // Reads the attribute of this name, which has as many numbers as there is room for, each at least `least` and below
  // the limit; where it is not given each is `otherwise`.
  static std::optional<Finding> read(const Call& call, const char* name, std::int64_t least, std::uint64_t otherwise,
                                     std::span<std::uint64_t> numbers);

  // The shape of the result, for so many batches and channels. Nothing where its elements cannot be counted.
  std::optional<Shape> result(std::uint64_t batches, std::uint64_t channels) const;

  std::uint64_t inputs() const { return product(in); }      // elements of a channel of the input
  std::uint64_t positions() const { return product(out); }  // of the window: elements of a channel of the result
  std::uint64_t places() const { return product(kernel); }  // of the kernel

  // Where the first place of the window at a position lies, along each axis, counted from the first pad.
  template <class Place> using Corner = std::array<Place, most_axes>;
  template <class Place> Corner<Place> corner(Place position) const {
    Corner<Place> corner{};
    for (unsigned axis = axes; axis-- > 0; position = position / out[axis])
      corner[axis] = position % out[axis] * stride[axis];
    return corner;
  }

  // Calls visit(place, inside, offset) for each place of the kernel in row-major order: whether it lies over an
  // element, and which one. The corner is given, as it is that of all channels.
  template <class World, class Visit>
  void for_each_place(const World& world, const Corner<typename World::Place>& corner, Visit visit) const {
    if constexpr (counts<World>)
      for_each_counted(corner, visit);
    else
      for_each_written(world, corner, visit);
  }

  // Calls visit(offset) for those that lie over an element: others cost no time, however many they are.
  template <class World, class Visit>
  void for_each_inside(const World& world, const typename World::Place& position, Visit visit) const {
    if constexpr (counts<World>)
      for_each_inside(position, visit);
    else
      for_each_written(world, corner(position), [&](const auto&, const auto& inside, const auto& offset) {
        world.when(inside, [&] { visit(offset); });
      });
  }
  template <class Visit> void for_each_inside(std::uint64_t position, Visit visit) const {
    const Sizes from = corner(position);
    Sizes first{}, last{};
    std::uint64_t count = 1;
    for (unsigned axis = 0; axis < axes; ++axis) {
      first[axis] = places_before(axis, from[axis], begin[axis]);
      last[axis] = places_before(axis, from[axis], begin[axis] + in[axis]);
      count *= last[axis] - first[axis];
    }
    Sizes k = first;
    for (; count > 0; --count) {
      std::uint64_t offset = 0;
      for (unsigned axis = 0; axis < axes; ++axis)
        offset = offset * in[axis] + (from[axis] + k[axis] * dilation[axis] - begin[axis]);
      visit(offset);
      next(k, first, last, axes);
    }
  }

  // How many places lie over an element, or with pads over an element or a pad; what hangs over the end pad is neither.
  std::uint64_t covered(std::uint64_t position, bool with_pads) const {
    const Sizes from = corner(position);
    std::uint64_t count = 1;
    for (unsigned axis = 0; axis < axes; ++axis) count *= covered_along(axis, from[axis], with_pads);
    return count;
  }

  template <class World>
  typename World::Place covered(const World& world, const typename World::Place& position, bool with_pads) const {
    if constexpr (counts<World>) {
      return covered(position, with_pads);
    } else {
      typename World::Place count(1), rest = position;
      for (unsigned axis = axes; axis-- > 0; rest = rest / out[axis])
        count = count * world.tabled(rest % out[axis], out[axis], "covered",
                                     [&](std::uint64_t k) { return covered_along(axis, k * stride[axis], with_pads); });
      return count;
    }
  }

  unsigned axes = 0;
  Sizes in{}, out{}, kernel{}, stride{}, dilation{}, begin{}, end{};

 private:
  std::uint64_t product(const Sizes& sizes) const {
    std::uint64_t count = 1;
    for (unsigned axis = 0; axis < axes; ++axis) count *= sizes[axis];
    return count;
  }
  // Places of one row of the kernel, which differ along the last axis alone, beside each other. What is before the
  // first element wraps round, and is beyond the last one then.
  template <class Visit> void for_each_counted(const Sizes& corner, Visit visit) const {
    const unsigned last = axes - 1;
    Sizes k{};
    std::uint64_t place = 0;
    do {
      bool inside = true;
      std::uint64_t offset = 0;
      for (unsigned axis = 0; axis < last; ++axis) {
        const std::uint64_t at = corner[axis] + k[axis] * dilation[axis] - begin[axis];
        inside = inside && at < in[axis];
        offset = offset * in[axis] + at;
      }
      offset *= in[last];
      std::uint64_t at = corner[last] - begin[last];
      for (const std::uint64_t end_place = place + kernel[last]; place < end_place; ++place, at += dilation[last])
        visit(place, inside && at < in[last], offset + at);
    } while (next(k, {}, kernel, last));
  }
  // A loop for each axis, the first one outermost.
  template <class World, class Place, class Visit>
  void for_each_written(const World& world, const std::array<Place, most_axes>& corner, Visit visit) const {
    const auto along = [&](const auto& self, unsigned axis, const Place& place, const auto& inside,
                           const Place& offset) -> void {
      if (axis == axes) return visit(place, inside, offset);
      static constexpr const char *loops[] = {"ky", "kx", "kz"}, *names[] = {"iy", "ix", "iz"};
      for (const auto k : world.below(kernel[axis], loops[axis % 3])) {
        const Place at = world.named(corner[axis] + k * dilation[axis] - begin[axis], names[axis % 3]);
        self(self, axis + 1, place * kernel[axis] + k, inside && world.within(at, in[axis]), offset * in[axis] + at);
      }
    };
    along(along, 0, Place(0), world.within(Place(0), 1), Place(0));
  }
  std::uint64_t covered_along(unsigned axis, std::uint64_t corner, bool with_pads) const {
    const std::uint64_t before = with_pads ? 0 : begin[axis];
    const std::uint64_t behind = begin[axis] + in[axis] + (with_pads ? end[axis] : 0);
    return places_before(axis, corner, behind) - places_before(axis, corner, before);
  }
  // Places of the kernel along the axis that lie before `end`.
  std::uint64_t places_before(unsigned axis, std::uint64_t corner, std::uint64_t end_place) const {
    if (corner >= end_place) return 0;
    return std::min(kernel[axis], (end_place - corner - 1) / dilation[axis] + 1);
  }
  // The place after k along so many axes; false, and k is the first one again, if there is none.
  static bool next(Sizes& k, const Sizes& first, const Sizes& last, unsigned count) {
    for (unsigned axis = count; axis-- > 0;) {
      if (++k[axis] < last[axis]) return true;
      k[axis] = first[axis];
    }
    return false;
  }
};

}  // namespace etalon::impl
