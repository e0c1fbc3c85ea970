// SPDX-License-Identifier: Apache-2.0
//
// Operands of different types that meet in one product or quotient: each is taken as the exact number that it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

// A pattern of a type; floating ones have at most 32 bits, and so have integers.
struct Factor {
  Type type;
  std::uint64_t pattern;

  constexpr bool is_float() const { return type.kind == Kind::floating; }
  constexpr bool is_nan() const { return is_float() && oracle::is_nan(type.format(), pattern); }
  constexpr bool is_signalling() const { return is_float() && oracle::is_signalling(type.format(), pattern); }
  constexpr bool is_infinite() const { return is_float() && oracle::is_infinite(type.format(), pattern); }
  constexpr bool is_zero() const { return is_float() ? oracle::is_zero(type.format(), pattern) : pattern == 0; }

  // A zero and an infinity have a sign as well; that of the integer zero is positive.
  constexpr bool is_negative() const {
    return (is_float() || type.is_signed) && (pattern & power_of_two(type.bits - 1)) != 0;
  }

  // A finite number has the magnitude significand * 2^exponent, with a significand of at most 32 bits.
  constexpr std::uint64_t significand() const {
    if (!is_float()) {
      return is_negative() ? power_of_two(type.bits) - pattern : pattern;
    }
    const std::uint64_t fraction = pattern & fraction_mask(type.format());
    return field() == 0 ? fraction : fraction + power_of_two(type.fraction);
  }
  constexpr int exponent() const { return is_float() ? least_exponent(type.format()) + std::max(field(), 1) - 1 : 0; }

 private:
  constexpr int field() const { return static_cast<int>(magnitude(type.format(), pattern) >> type.fraction); }
};

// Calls f.operator()<F>() with the format, which has at most 32 bits: what is rounded into it then fits 64 bits.
template <class F> constexpr Answer in_narrow_format(Format f, const F& call) {
  if (f.bits == 16) {
    return f.fraction == float16.fraction ? call.template operator()<float16>() : call.template operator()<bfloat16>();
  }
  if (f.bits != 32) {
    throw std::invalid_argument("oracle: quantised numbers have no scale of more than 32 bits");
  }
  return call.template operator()<float32>();
}

}  // namespace oracle
