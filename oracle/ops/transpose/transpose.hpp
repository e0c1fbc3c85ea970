// SPDX-License-Identifier: Apache-2.0
//
// Transpose: the axes in another order.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// Axis i of the output is axis perm[i] of the input. Throws std::invalid_argument if perm is not all axes, each once,
// and std::out_of_range if it has one that does not exist.
Move transpose(const Shape& data, std::span<const std::int64_t> perm);

}  // namespace oracle
