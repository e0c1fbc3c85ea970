// SPDX-License-Identifier: Apache-2.0
//
// Sign: -1 for a number below zero, 1 for one above, and what is neither as it is.
#pragma once

#include "oracle/arithmetic/order.hpp"

namespace oracle {

constexpr Answer sign(Type type, std::uint64_t x) {
  const bool is_float = type.kind == Kind::floating;
  const std::uint64_t one =
      is_float ? static_cast<std::uint64_t>(bias(type.format())) << type.format().fraction : std::uint64_t{1};
  const std::uint64_t minus_one = is_float ? one | sign_mask(type.format()) : power_of_two(type.bits - 1) * 2 - 1;
  const std::uint64_t result = is_less(type, x, 0) ? minus_one : is_less(type, 0, x) ? one : canonical(type, x);
  return {result, nan_events(type, {x})};
}

}  // namespace oracle
