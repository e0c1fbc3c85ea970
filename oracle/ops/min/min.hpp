// SPDX-License-Identifier: Apache-2.0
//
// Min: the least operand. -0 is less than +0, and a NaN makes the result the canonical NaN.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer min(Type type, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t chosen = not_a_number(type, b) || is_below(type, b, a) ? b : a;
  return {canonical(type, chosen), nan_events(type, {a, b})};
}

}  // namespace oracle
