// SPDX-License-Identifier: Apache-2.0
//
// Equal: 1 where the operands are the same number, else 0. Zeros of both signs are equal, and a NaN equals nothing.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer equal(Type type, std::uint64_t a, std::uint64_t b) {
  return {is_equal(type, a, b) ? 1U : 0U, nan_events(type, {a, b})};
}

}  // namespace oracle
