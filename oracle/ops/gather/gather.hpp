// SPDX-License-Identifier: Apache-2.0
//
// Gather: slices of the data along an axis, chosen by indices; the axes of the indices stand in place of that axis.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// `values` are the indices in row-major order; a negative one counts from behind. Throws std::out_of_range if there is
// no such axis or no such slice.
Move gather(const Shape& data, const Shape& indices, std::span<const std::int64_t> values, std::int64_t axis);

}  // namespace oracle
