// SPDX-License-Identifier: Apache-2.0
//
// Relu: a number below zero gives +0, any other itself; so -0 stays.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer relu(Type type, std::uint64_t x) {
  return {is_less(type, x, 0) ? 0 : canonical(type, x), nan_events(type, {x})};
}

}  // namespace oracle
