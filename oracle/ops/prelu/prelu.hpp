// SPDX-License-Identifier: Apache-2.0
//
// PRelu: a number below zero gives its product with the slope, rounded once, of integers modulo 2^bits; any other
// itself, whatever the slope. Needs MPFR.
#pragma once

#include "oracle/arithmetic/order.hpp"
#include "oracle/ops/mul/mul.hpp"

namespace oracle {

inline Answer prelu(Type type, std::uint64_t x, std::uint64_t slope) {
  return is_less(type, x, 0) ? mul(type, slope, x) : Answer{canonical(type, x), nan_events(type, {x})};
}

}  // namespace oracle
