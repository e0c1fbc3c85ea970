// SPDX-License-Identifier: Apache-2.0
//
// ConstantOfShape: one value everywhere, in a shape that is given.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// Every element is the fill. Throws std::invalid_argument if a size is negative.
Move constant_of_shape(std::span<const std::int64_t> wanted);

}  // namespace oracle
