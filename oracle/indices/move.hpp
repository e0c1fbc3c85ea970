// SPDX-License-Identifier: Apache-2.0
//
// Operators that only move elements: for every element of an output, which element of which input it is. Every bit is
// kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "oracle/indices/tuples.hpp"

namespace oracle {

// An element of an input.
struct Place {
  std::size_t input;
  Tuple at;
};

// One output of such an operator.
struct Move {
  Shape shape;                                               // of the output
  std::function<std::optional<Place>(const Tuple&)> source;  // by the coordinates of the output; nothing is the fill
};

// The elements of an input, in row-major order.
struct Elements {
  const Shape& shape;
  std::span<const std::uint64_t> patterns;
};

// The elements of the output, in row-major order. Throws std::out_of_range where a source does not exist.
std::vector<std::uint64_t> moved(const Move& move, std::span<const Elements> inputs, std::uint64_t fill = 0);

}  // namespace oracle
