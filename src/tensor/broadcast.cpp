// SPDX-License-Identifier: Apache-2.0
// Floor 2. See broadcast.hpp.
#include "tensor/broadcast.hpp"

#include <algorithm>

namespace etalon::impl {

std::optional<Shape> numpy_broadcast(const Shape& a, const Shape& b) {
  const unsigned rank = std::max(a.rank, b.rank);
  const Shape wide_a = placed_at(a, rank, rank - a.rank), wide_b = placed_at(b, rank, rank - b.rank);
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned axis = 0; axis < rank; ++axis) {
    if (wide_a[axis] != wide_b[axis] && wide_a[axis] != 1 && wide_b[axis] != 1) return std::nullopt;
    dims[axis] = wide_a[axis] == 1 ? wide_b[axis] : wide_a[axis];
  }
  return Shape::of({dims.data(), rank});
}

Shape placed_at(const Shape& shape, unsigned rank, unsigned axis) {
  Shape placed;
  placed.rank = rank;
  placed.count = shape.count;
  std::fill_n(placed.dims.begin(), rank, 1);
  std::copy_n(shape.dims.begin(), shape.rank, placed.dims.begin() + axis);
  return placed;
}

AxisPlace place_by_axis(const Shape& a, const Shape& b, std::optional<std::int64_t> axis) {
  if (axis && *axis < 0) return {AxisMatch::axis_negative, 0};
  if (b.rank > a.rank) return {AxisMatch::rank_above, 0};
  const unsigned suffix = a.rank - b.rank;
  if (axis && static_cast<std::uint64_t>(*axis) > suffix) return {AxisMatch::axis_beyond, 0};
  if (b.count == 1) return {AxisMatch::fits, suffix};
  const unsigned place = axis ? static_cast<unsigned>(*axis) : suffix;
  const bool run = std::equal(b.dims.begin(), b.dims.begin() + b.rank, a.dims.begin() + place);
  return {run ? AxisMatch::fits : AxisMatch::no_run, place};
}

}  // namespace etalon::impl
