// SPDX-License-Identifier: Apache-2.0
//
// Expand: the input broadcast with a shape; either of them may be stretched.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// Throws std::invalid_argument if a size is negative or the two do not match.
Move expand(const Shape& data, std::span<const std::int64_t> wanted);

}  // namespace oracle
