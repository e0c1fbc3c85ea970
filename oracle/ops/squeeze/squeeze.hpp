// SPDX-License-Identifier: Apache-2.0
//
// Squeeze: the same elements, without some axes of size one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/indices/move.hpp"

namespace oracle {

// Without a list of axes, all of size one go. Throws std::out_of_range or std::invalid_argument if there is no such
// axis, one is given twice, or one has another size.
Move squeeze(const Shape& data, const std::optional<std::vector<std::int64_t>>& axes);

}  // namespace oracle
