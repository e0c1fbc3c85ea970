// SPDX-License-Identifier: Apache-2.0
//
// Mul: the product, rounded once; of integers modulo 2^bits. For floats this needs MPFR; small_mul, which does not,
// judges the 16-bit formats.
#pragma once

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/integers.hpp"

namespace oracle {

inline Answer mul(Type type, std::uint64_t a, std::uint64_t b) {
  return type.kind == Kind::floating ? ieee_mul(type.format(), a, b) : int_mul(type.integer(), a, b);
}

}  // namespace oracle
