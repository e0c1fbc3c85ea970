// SPDX-License-Identifier: Apache-2.0
//
// Tile: the input repeated along its axes.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// How often, by axis; zero leaves nothing. Throws std::invalid_argument if that is not one number an axis, or one is
// negative.
Move tile(const Shape& data, std::span<const std::int64_t> repeats);

}  // namespace oracle
