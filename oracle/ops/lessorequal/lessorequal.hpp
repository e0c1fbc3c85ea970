// SPDX-License-Identifier: Apache-2.0
//
// LessOrEqual: 1 where the first operand is less than the second or equal to it, else 0. A NaN is neither.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer less_or_equal(Type type, std::uint64_t a, std::uint64_t b) {
  return {is_less(type, a, b) || is_equal(type, a, b) ? 1U : 0U, nan_events(type, {a, b})};
}

}  // namespace oracle
