// SPDX-License-Identifier: Apache-2.0
//
// Reciprocal: one divided by the operand, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/ops/cast/cast.hpp"

namespace oracle {

inline Answer reciprocal(Type type, std::uint64_t x) {
  const std::uint64_t one = cast(Boolean{}, type, 1).bits;
  return ieee_div(type.format(), one, x);
}

}  // namespace oracle
