// SPDX-License-Identifier: Apache-2.0
//
// Max: the greatest operand. +0 is greater than -0, and a NaN makes the result the canonical NaN.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer max(Type type, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t chosen = not_a_number(type, b) || is_below(type, a, b) ? b : a;
  return {canonical(type, chosen), nan_events(type, {a, b})};
}

}  // namespace oracle
