// SPDX-License-Identifier: Apache-2.0
//
// Not: 1 where the operand is 0, else 0.
#pragma once

#include <cstdint>

namespace oracle {

constexpr std::uint64_t logical_not(std::uint64_t x) { return x == 0 ? 1 : 0; }

}  // namespace oracle
