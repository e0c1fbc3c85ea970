// SPDX-License-Identifier: Apache-2.0
//
// SpaceToDepth: blocks of rows and columns become channels, in the order that DepthToSpace turns back by default.
#pragma once

#include <cstdint>

#include "oracle/indices/move.hpp"

namespace oracle {

// Throws std::invalid_argument if the data does not have four axes, or its rows and columns cannot be divided into
// blocks.
Move space_to_depth(const Shape& data, std::uint64_t blocksize);

}  // namespace oracle
