// SPDX-License-Identifier: Apache-2.0
//
// Shapes and coordinates, with nothing clever: an element is found by its tuple of coordinates, first axis first, and
// lies at its row-major offset. Strides, runs and merged axes are what is judged, so none of them is used here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace oracle {

using Shape = std::vector<std::uint64_t>;
using Tuple = std::vector<std::uint64_t>;

std::uint64_t element_count(const Shape& shape);

// Both throw std::out_of_range if the shape has no such element.
std::uint64_t offset_of(const Tuple& tuple, const Shape& shape);
Tuple tuple_of(std::uint64_t offset, const Shape& shape);

// An axis from 0 on; a negative one counts from behind. Throws std::out_of_range if there is no such axis.
std::size_t axis_of(std::int64_t axis, std::size_t rank);

// The same for a list of axes: which of them are in it. Throws std::invalid_argument if one is in it twice.
std::vector<bool> axes_of(std::span<const std::int64_t> axes, std::size_t rank);

// The common shape by NumPy's rule: shapes are aligned at their ends, the shorter ones count as if they began with
// ones, and a one is stretched. Nothing if there is none.
std::optional<Shape> broadcast(std::span<const Shape> shapes);

// The coordinates within an operand for these coordinates of the common shape: leading axes that the operand lacks are
// dropped, and an axis of size one is always at zero.
Tuple stretched(Tuple tuple, const Shape& shape);

}  // namespace oracle
