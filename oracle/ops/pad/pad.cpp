// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/pad/pad.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace oracle {
namespace {

// One axis: `kept` elements from `first` on are what is left of it, and `begin` are added before them.
struct Side {
  std::int64_t first;
  std::int64_t kept;
  std::int64_t begin;
};

// Where an element is from, by its place among those that are kept; places before the first one are negative.
std::optional<std::int64_t> source(std::int64_t place, std::int64_t kept, Padding padding) {
  const std::int64_t last = kept - 1;
  if (place >= 0 && place <= last) {
    return place;
  }
  switch (padding) {
    case Padding::constant:
      return std::nullopt;
    case Padding::edge:
      return place < 0 ? 0 : last;
    case Padding::wrap:
      return (place % kept + kept) % kept;
    case Padding::reflect:
      // Mirrored on an end as often as it takes; a single element is the mirror of itself.
      return last == 0 ? 0 : source(place < 0 ? -place : last - (place - last), kept, padding);
  }
  throw std::invalid_argument("oracle pad: unknown padding");
}

}  // namespace

Move pad(const Shape& data, std::span<const std::int64_t> pads, std::span<const std::int64_t> axes, Padding padding) {
  if (pads.size() != 2 * axes.size()) {
    throw std::invalid_argument("oracle pad: not two pads an axis");
  }
  axes_of(axes, data.size());  // refuses an axis that is given twice
  std::vector<Side> sides;
  for (const std::uint64_t size : data) {
    sides.push_back({0, static_cast<std::int64_t>(size), 0});
  }
  Shape shape = data;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::int64_t begin = pads[i];
    const std::int64_t end = pads[axes.size() + i];
    const std::size_t axis = axis_of(axes[i], data.size());
    const std::int64_t kept = sides[axis].kept + std::min<std::int64_t>(begin, 0) + std::min<std::int64_t>(end, 0);
    const std::int64_t added = std::max<std::int64_t>(begin, 0) + std::max<std::int64_t>(end, 0);
    if (kept < 0 || (kept == 0 && added > 0 && padding != Padding::constant)) {
      throw std::invalid_argument("oracle pad: nothing is left of an axis");
    }
    sides[axis] = {std::max<std::int64_t>(-begin, 0), kept, std::max<std::int64_t>(begin, 0)};
    shape[axis] = static_cast<std::uint64_t>(kept + added);
  }
  return {shape, [sides, padding](const Tuple& output) -> std::optional<Place> {
            Place place{0, {}};
            for (std::size_t axis = 0; axis < output.size(); ++axis) {
              const Side& side = sides[axis];
              const std::optional<std::int64_t> from =
                  source(static_cast<std::int64_t>(output[axis]) - side.begin, side.kept, padding);
              if (!from) {
                return std::nullopt;
              }
              place.at.push_back(static_cast<std::uint64_t>(side.first + *from));
            }
            return place;
          }};
}

}  // namespace oracle
