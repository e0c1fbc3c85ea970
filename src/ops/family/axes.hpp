// SPDX-License-Identifier: Apache-2.0
// Floor 4. Axes as attributes and operands name them, and counts of elements around an axis.
#pragma once

#include <optional>
#include <string>

#include "ops/call.hpp"

namespace etalon::impl {

// The axis of a shape of this rank that a number means: counted from the end where it is negative. Nothing where it is
// out of range.
inline std::optional<unsigned> axis_at(std::int64_t number, unsigned rank) {
  const auto all = static_cast<std::int64_t>(rank);
  if (number < -all || number >= all) return std::nullopt;
  return static_cast<unsigned>(number < 0 ? number + all : number);
}

// The same for an attribute that the rule of results has found to be in range.
inline unsigned axis_of(const Call& call, std::size_t attribute, unsigned rank) {
  return *axis_at(*call.attribute<std::int64_t>(attribute), rank);
}

// Elements in one step along the axis, and rows before it.
inline std::uint64_t count_behind(const Shape& shape, unsigned axis) {
  std::uint64_t count = 1;
  for (unsigned k = axis + 1; k < shape.rank; ++k) count *= shape[k];
  return count;
}

// How far apart neighbours along each axis lie.
using Steps = std::array<std::int64_t, Limits::max_rank>;
inline Steps steps_of(const Shape& shape) {
  Steps steps{};
  for (unsigned k = 0; k < shape.rank; ++k) steps[k] = static_cast<std::int64_t>(count_behind(shape, k));
  return steps;
}

// The finding that the row's rule on shapes is broken.
inline Finding refused(const Call& call, const std::string& what, const char* hint) {
  return broken(call.row->shape_rule, std::string(call.op->name) + ": " + what, hint);
}

// The finding that an axis is negative where none may be. Where the attribute would name axes of a shape of this rank
// if it were counted from the end, the finding has a fix of the NodeProto `node`, of which check makes one of the
// model.
Finding with_axes_meant(const Call& call, unsigned rank, Finding finding);

// Which axes of a shape of this rank a list names, each at most once; counted from the end only where that is allowed.
enum class FromEnd : bool { refused, allowed };
Result<std::array<bool, Limits::max_rank>> marked_axes(const Call& call, const Integers& axes, unsigned rank,
                                                       FromEnd from_end);

// The elements of a known input, where all are whole numbers, whatever its type: version 1 of some operators has counts
// as floating-point numbers.
std::optional<std::vector<std::int64_t>> whole_numbers(const Tensor& known);

// "Concat: axis is 3, and the rank is 2": as findings on axes begin.
inline std::string axis_message(const Call& call, std::int64_t number, unsigned rank) {
  return std::string(call.op->name) + ": axis is " + std::to_string(number) + ", and the rank is " +
         std::to_string(rank);
}

inline constexpr const char* axis_hint =
    "an axis is at least 0 and below the rank; -1 means the last one where it may be negative";

}  // namespace etalon::impl
