// SPDX-License-Identifier: Apache-2.0
//
// Xor: 1 where one of the operands is 1 and the other 0, else 0.
#pragma once

#include <cstdint>

namespace oracle {

constexpr std::uint64_t logical_xor(std::uint64_t a, std::uint64_t b) { return a != b ? 1 : 0; }

}  // namespace oracle
