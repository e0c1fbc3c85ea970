// SPDX-License-Identifier: Apache-2.0
// Floor 2. See broadcast.hpp.
#include "tensor/broadcast.hpp"

#include <algorithm>

namespace etalon::impl {

namespace {

// Dimension number `back` from the end, 1 before the first.
std::uint64_t from_end(const Shape& shape, unsigned back) { return back <= shape.rank ? shape[shape.rank - back] : 1; }

}  // namespace

bool numpy_matches(const Shape& a, const Shape& b) {
  for (unsigned back = 1; back <= std::min(a.rank, b.rank); ++back) {
    const std::uint64_t x = from_end(a, back), y = from_end(b, back);
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}

std::optional<Shape> numpy_broadcast(const Shape& a, const Shape& b) {
  if (!numpy_matches(a, b)) return std::nullopt;
  const unsigned rank = std::max(a.rank, b.rank);
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned back = 1; back <= rank; ++back)
    dims[rank - back] = from_end(a, back) == 1 ? from_end(b, back) : from_end(a, back);
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
