// SPDX-License-Identifier: Apache-2.0
//
// Neg: the opposite; of integers modulo 2^bits. A NaN gives the canonical one.
#pragma once

#include "oracle/arithmetic/integers.hpp"
#include "oracle/arithmetic/order.hpp"

namespace oracle {

inline Answer neg(Type type, std::uint64_t x) {
  if (type.kind != Kind::floating) {
    return int_sub(type.integer(), 0, x);
  }
  return {canonical(type, x ^ sign_mask(type.format())), nan_events(type, {x})};
}

}  // namespace oracle
