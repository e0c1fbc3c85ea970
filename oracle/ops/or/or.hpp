// SPDX-License-Identifier: Apache-2.0
//
// Or: 1 where one of the operands is 1, or both, else 0.
#pragma once

#include <cstdint>

namespace oracle {

constexpr std::uint64_t logical_or(std::uint64_t a, std::uint64_t b) { return a == 1 || b == 1 ? 1 : 0; }

}  // namespace oracle
