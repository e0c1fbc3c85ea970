// SPDX-License-Identifier: Apache-2.0
//
// Shape: the sizes of the axes from `start` up to, not including, `end`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/indices/tuples.hpp"

namespace oracle {

// Negative ones count from behind; what is then outside is moved to the nearest end. No `end` is behind the last axis.
std::vector<std::int64_t> shape(const Shape& data, std::int64_t start, std::optional<std::int64_t> end);

}  // namespace oracle
