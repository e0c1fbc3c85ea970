// SPDX-License-Identifier: Apache-2.0
//
// DepthToSpace: channels become blocks of rows and columns.
#pragma once

#include <cstdint>

#include "oracle/indices/move.hpp"

namespace oracle {

// Which coordinate of a channel changes slowest: that of the block (row, column) or the channel of the output.
enum class DepthOrder { block_first, channel_first };  // DCR, CRD

// Throws std::invalid_argument if the data does not have four axes, or the channels cannot be divided into blocks.
Move depth_to_space(const Shape& data, std::uint64_t blocksize, DepthOrder order);

}  // namespace oracle
