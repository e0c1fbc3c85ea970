// SPDX-License-Identifier: Apache-2.0
//
// Split: parts of the input along an axis, each an output.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oracle/indices/move.hpp"

namespace oracle {

// Throws std::out_of_range if there is no such axis, std::invalid_argument if a size is negative or the sizes do not
// make up the axis.
std::vector<Move> split(const Shape& data, std::int64_t axis, std::span<const std::int64_t> sizes);

// The sizes of so many parts. Until version 17 they are equal, and a size that cannot be divided is refused. Since
// version 18 all but the last have the quotient rounded up; where they would be more than the axis has, it is refused.
std::vector<std::int64_t> equal_parts(std::uint64_t size, std::uint64_t parts);
std::vector<std::int64_t> parts_with_smaller_last(std::uint64_t size, std::uint64_t parts);

}  // namespace oracle
