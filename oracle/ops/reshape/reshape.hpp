// SPDX-License-Identifier: Apache-2.0
//
// Reshape: the same elements in row-major order, in another shape.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// In `wanted`, -1 is the size that is left over, and 0 is the input's size on the same axis, or with allowzero a size
// of zero. Throws std::invalid_argument if that is no shape with as many elements, or not the only one.
Move reshape(const Shape& data, std::span<const std::int64_t> wanted, bool allowzero);

}  // namespace oracle
