// SPDX-License-Identifier: Apache-2.0
//
// And: 1 where both operands are 1, else 0.
#pragma once

#include <cstdint>

namespace oracle {

constexpr std::uint64_t logical_and(std::uint64_t a, std::uint64_t b) { return a == 1 && b == 1 ? 1 : 0; }

}  // namespace oracle
