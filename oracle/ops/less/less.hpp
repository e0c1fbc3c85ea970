// SPDX-License-Identifier: Apache-2.0
//
// Less: 1 where the first operand is less than the second, else 0. A NaN is not less than anything, nor anything less
// than it.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer less(Type type, std::uint64_t a, std::uint64_t b) {
  return {is_less(type, a, b) ? 1U : 0U, nan_events(type, {a, b})};
}

}  // namespace oracle
