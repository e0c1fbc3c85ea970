// SPDX-License-Identifier: Apache-2.0
//
// Abs: the magnitude; of integers modulo 2^bits. A NaN gives the canonical one.
#pragma once

#include "oracle/arithmetic/integers.hpp"
#include "oracle/arithmetic/order.hpp"

namespace oracle {

inline Answer abs(Type type, std::uint64_t x) {
  if (type.kind != Kind::floating) {
    return is_less(type, x, 0) ? int_sub(type.integer(), 0, x) : Answer{x, 0};
  }
  return {canonical(type, magnitude(type.format(), x)), nan_events(type, {x})};
}

}  // namespace oracle
