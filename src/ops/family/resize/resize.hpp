// SPDX-License-Identifier: Apache-2.0
// Floor 4. What Resize and Upsample share: where each place of the result lies in the operand. Coordinates are exact
// rational numbers, so that no rounding decides which element is taken; only weights are rounded, once each.
#pragma once

#include <array>
#include <optional>

#include "ops/call.hpp"
#include "scalar/wide.h"

namespace etalon::impl {

// One axis. Place i of the result has the coordinate (first + i * step) / (divisor * 2^shift) in the operand.
struct ResizeAxis {
  // Where a coordinate lies: on the element `low`, or between it and the next one, `part` units of divisor * 2^shift
  // behind it. A coordinate outside the elements is clamped to the first or last one.
  struct Place {
    std::uint64_t low;
    wide part;
    bool outside;
    bool between() const { return part.high != 0 || part.low != 0; }
  };
  Place place(std::uint64_t i) const;
  // The weights of the elements before and behind a coordinate that lies between them, each rounded once into the type:
  // a double has every number of these types.
  struct Weights {
    double low, high;
  };
  Weights weights(const Place& place, DType type) const;
  // Whether place i is element i, for every i.
  bool is_identity() const;

  std::uint64_t in = 1, out = 1;
  wide first = wide_of(0, 0), step = wide_of(0, 1);  // two's complement
  std::uint64_t divisor = 1;
  unsigned shift = 0;

 private:
  wide unit() const;
};

struct ResizeGeometry {
  enum class Nearest : std::uint8_t { round_prefer_floor, round_prefer_ceil, floor, ceil };

  static Result<ResizeGeometry> of(const Call& call);

  // The element that element i of the result is, in mode nearest; nothing where it is extrapolated.
  std::optional<std::uint64_t> element(std::uint64_t i) const;
  // The element of axis k that is nearest to a coordinate.
  std::uint64_t nearest(unsigned k, const ResizeAxis::Place& place) const;

  // Where element i of the result lies on each axis, in mode linear; nothing where it is extrapolated.
  using Places = std::array<ResizeAxis::Place, Limits::max_rank>;
  std::optional<Places> places(std::uint64_t i) const;

  // The coordinates that place i of axis k can have where they are computed in float, or in the type where that is
  // wider, by any of the usual formulas; clamped to the elements. Nothing where they can be anything, or outside as
  // well as inside where that makes a difference.
  struct Near {
    double low, high;
    bool outside = false;  // it is extrapolated
    // Where a coordinate is clamped, the weights of one element may be those of two, and need not sum up to 1 when they
    // are rounded: the part of it that is behind, from `least` to `most`; none where it is not clamped.
    double least = 0, most = -1;
  };
  std::optional<Near> near(unsigned k, std::uint64_t i, DType type) const;

  // Axes along which a coordinate can lie between two elements.
  unsigned interpolated() const;

  unsigned rank = 0;
  std::array<ResizeAxis, Limits::max_rank> axis{};
  bool linear = false;
  bool crops = false;  // what lies outside is extrapolated
  Nearest rounding = Nearest::floor;
  double extrapolated = 0;  // a number of the element type
};

Result<std::vector<Argument>> resized(const Call& call);

// The number of products of an element and a weight: each axis that is interpolated doubles it.
std::uint64_t operations_of_resize(const Call& call);

}  // namespace etalon::impl
