// SPDX-License-Identifier: Apache-2.0
//
// The step that all quantising operators end with: a number v is rounded to the nearest integer n, ties to even, and
// n + zero is taken into the type, or the end of the type that is nearer.
//
// Nothing is rounded here. v is only compared: with the middles between the integers that the type has, until one
// integer is left. So v may be a float, or a ratio of long integers, and the rule is written once.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

// The ends of a type of at most 32 bits.
constexpr std::int64_t lowest_integer(Integer type) {
  return type.is_signed ? -static_cast<std::int64_t>(power_of_two(type.bits - 1)) : 0;
}
constexpr std::int64_t highest_integer(Integer type) {
  return lowest_integer(type) + static_cast<std::int64_t>(power_of_two(type.bits)) - 1;
}

constexpr std::uint64_t pattern_of_integer(Integer type, std::int64_t number) {
  return static_cast<std::uint64_t>(number) & (power_of_two(type.bits) - 1);
}

// compare_twice(k) says on which side of the integer k the number 2v lies: negative, 0 or positive.
//
// The zero point is a number of the type. Out of range after it is added is `saturated` and nothing else; otherwise a v
// that is not an integer is `inexact`, and also `tie` in the middle of two.
template <class CompareTwice>
constexpr Answer quantised(Integer type, std::int64_t zero, const CompareTwice& compare_twice) {
  const auto rounds_to_at_most = [&](std::int64_t n) {
    const int side = compare_twice(2 * n + 1);
    return side < 0 || (side == 0 && n % 2 == 0);
  };
  std::int64_t n = highest_integer(type) - zero;
  std::int64_t less = lowest_integer(type) - zero - 1;
  if (!rounds_to_at_most(n)) {
    return {pattern_of_integer(type, highest_integer(type)), saturated};
  }
  if (rounds_to_at_most(less)) {
    return {pattern_of_integer(type, lowest_integer(type)), saturated};
  }
  while (n - less > 1) {
    const std::int64_t middle = less + (n - less) / 2;
    (rounds_to_at_most(middle) ? n : less) = middle;
  }
  const bool is_integer = compare_twice(2 * n) == 0;
  const bool is_middle = compare_twice(2 * n - 1) == 0 || compare_twice(2 * n + 1) == 0;
  return {pattern_of_integer(type, n + zero), is_integer ? 0U : is_middle ? inexact | tie : unsigned{inexact}};
}

// What an infinity and a NaN give. No range holds an infinity, whatever the zero point is.
constexpr Answer quantised_infinity(Integer type, bool is_negative) {
  return {pattern_of_integer(type, is_negative ? lowest_integer(type) : highest_integer(type)), saturated};
}
constexpr Answer quantised_nan(Integer type, std::int64_t zero) {
  return {pattern_of_integer(type, zero), nan_converted};
}

}  // namespace oracle
