// SPDX-License-Identifier: Apache-2.0
//
// Flatten: the same elements as a matrix, whose rows are made of the axes before `axis`.
#pragma once

#include <cstdint>

#include "oracle/indices/move.hpp"

namespace oracle {

// `axis` is from 0 to the rank, both included; a negative one counts from behind. Throws std::out_of_range for another.
Move flatten(const Shape& data, std::int64_t axis);

}  // namespace oracle
