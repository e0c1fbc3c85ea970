// SPDX-License-Identifier: Apache-2.0
//
// A second judge of exact dot products: rational sums, rounded by bisection. It uses only the number that a pattern
// means, and finds the neighbours of the sum by comparing it with theirs; it shares no rounding step with the first.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/oracle.hpp"

namespace oracle {

// All operands must be finite.
Answer rational_dot(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace oracle
