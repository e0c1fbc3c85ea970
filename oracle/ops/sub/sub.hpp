// SPDX-License-Identifier: Apache-2.0
//
// Sub: the difference, rounded once; of integers modulo 2^bits. For floats this needs MPFR; small_sub, which does not,
// judges the 16-bit formats.
#pragma once

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/integers.hpp"

namespace oracle {

inline Answer sub(Type type, std::uint64_t a, std::uint64_t b) {
  return type.kind == Kind::floating ? ieee_sub(type.format(), a, b) : int_sub(type.integer(), a, b);
}

}  // namespace oracle
