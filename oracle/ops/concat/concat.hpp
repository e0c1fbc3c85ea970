// SPDX-License-Identifier: Apache-2.0
//
// Concat: the inputs one behind the other along an axis.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// Throws std::out_of_range if there is no such axis, std::invalid_argument if there is no input or if the inputs differ
// on another axis.
Move concat(std::span<const Shape> inputs, std::int64_t axis);

}  // namespace oracle
