// SPDX-License-Identifier: Apache-2.0
//
// Pad: elements added to both ends of some axes, or taken away where a number is negative.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// What is added, by how the axis goes on beyond its ends: by the fill, mirrored on its first and last element, by that
// element, or from its other end.
enum class Padding { constant, reflect, edge, wrap };

// `pads` are the numbers for the beginnings of all the axes given, then those for their ends. What is taken away goes
// first; the rest of the axis is what is gone on with. Throws std::out_of_range or std::invalid_argument if there is no
// such axis, one is given twice, more is taken away than there is, or there is nothing to go on with.
Move pad(const Shape& data, std::span<const std::int64_t> pads, std::span<const std::int64_t> axes, Padding padding);

}  // namespace oracle
