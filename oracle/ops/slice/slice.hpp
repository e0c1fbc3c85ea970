// SPDX-License-Identifier: Apache-2.0
//
// Slice: of some axes, every so many elements from a start up to, not including, an end, forwards or backwards.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// What is sliced of one axis. A start or an end below zero has the size added to it; then the start is moved to the
// nearest of the elements, or behind the last one where the step goes forwards, and the end likewise, or before the
// first one where the step goes backwards.
struct Cut {
  std::int64_t axis;  // a negative one counts from behind
  std::int64_t start;
  std::int64_t end;
  std::int64_t step;
};

// Throws std::out_of_range if there is no such axis, std::invalid_argument if one is cut twice or a step is zero.
Move slice(const Shape& data, std::span<const Cut> cuts);

}  // namespace oracle
