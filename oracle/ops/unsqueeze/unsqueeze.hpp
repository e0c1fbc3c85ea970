// SPDX-License-Identifier: Apache-2.0
//
// Unsqueeze: the same elements, with new axes of size one.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/indices/move.hpp"

namespace oracle {

// `axes` are those of the output. Throws std::out_of_range or std::invalid_argument if there is no such axis, or one is
// given twice.
Move unsqueeze(const Shape& data, std::span<const std::int64_t> axes);

}  // namespace oracle
