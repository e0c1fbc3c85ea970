// SPDX-License-Identifier: Apache-2.0
//
// Where: the first operand if the condition holds, else the second. Every bit is kept, also of a NaN.
#pragma once

#include <cstdint>

namespace oracle {

constexpr std::uint64_t where(std::uint64_t condition, std::uint64_t a, std::uint64_t b) {
  return condition != 0 ? a : b;
}

}  // namespace oracle
