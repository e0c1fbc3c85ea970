// SPDX-License-Identifier: Apache-2.0
//
// Cast between every two types, in pure integer arithmetic: all 2^32 patterns of a type are judged by it.
#pragma once

#include <cstdint>

#include <bit>

#include "oracle/oracle.hpp"

namespace oracle {

// - To a floating-point format: rounded once to nearest, ties to even; a NaN gives the canonical one.
// - From a floating-point format to an integer: the fraction is dropped. A number that is out of range then gives the
//   end of the range and is `saturated`, and a NaN gives 0 and is `nan_converted`. Otherwise a fraction that is dropped
//   is `inexact`.
// - From integer to integer: modulo 2^bits; `wrapped` reports a number that is out of range.
// - To bool: whether it differs from zero, so that a NaN is true. From bool: 0 or 1.
// A signalling NaN is `invalid` everywhere.
Answer cast(Type from, Type to, std::uint64_t x);

inline std::uint64_t pattern_of(Type type, double number) {
  return cast(float64, type, std::bit_cast<std::uint64_t>(number)).bits;
}

}  // namespace oracle
