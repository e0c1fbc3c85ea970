// SPDX-License-Identifier: Apache-2.0
//
// Greater: 1 where the first operand is greater than the second, else 0. A NaN is not greater than anything, nor
// anything greater than it.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer greater(Type type, std::uint64_t a, std::uint64_t b) {
  return {is_less(type, b, a) ? 1U : 0U, nan_events(type, {a, b})};
}

}  // namespace oracle
