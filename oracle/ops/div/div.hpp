// SPDX-License-Identifier: Apache-2.0
//
// Div: the quotient, rounded once; of integers rounded towards minus infinity or towards zero, and modulo 2^bits. Needs
// MPFR, as Add does.
#pragma once

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/integers.hpp"

namespace oracle {

inline Answer div_floor(Type type, std::uint64_t a, std::uint64_t b) {
  return type.kind == Kind::floating ? ieee_div(type.format(), a, b) : int_div_floor(type.integer(), a, b);
}

inline Answer div_trunc(Type type, std::uint64_t a, std::uint64_t b) {
  return type.kind == Kind::floating ? ieee_div(type.format(), a, b) : int_div_trunc(type.integer(), a, b);
}

}  // namespace oracle
