// SPDX-License-Identifier: Apache-2.0
//
// Which of two numbers is greater, and the answer where one of them is a NaN: what operators that only choose among
// their operands need.
//
// Patterns of one sign count the numbers of a floating-point format upwards, so integers can stand for the numbers.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

__extension__ using Integer128 = __int128;

// An integer that is in the order of the numbers; both zeros have the same. The pattern is not a NaN.
constexpr Integer128 rank_of(Type type, std::uint64_t x) {
  if (type.kind == Kind::floating) {
    const Integer128 size = magnitude(type.format(), x);
    return sign(type.format(), x) != 0 ? -size : size;
  }
  const bool is_negative = type.is_signed && x >= power_of_two(type.bits - 1);
  return is_negative ? Integer128{x} - (Integer128{1} << type.bits) : Integer128{x};
}

// As IEEE 754 compares: zeros of both signs are equal, and a NaN is neither less than anything nor greater nor equal.
constexpr bool is_less(Type type, std::uint64_t a, std::uint64_t b) {
  return !not_a_number(type, a) && !not_a_number(type, b) && rank_of(type, a) < rank_of(type, b);
}

constexpr bool is_equal(Type type, std::uint64_t a, std::uint64_t b) {
  return !not_a_number(type, a) && !not_a_number(type, b) && rank_of(type, a) == rank_of(type, b);
}

// As is_less, but -0 is less than +0.
constexpr bool is_below(Type type, std::uint64_t a, std::uint64_t b) {
  const bool are_zeros = type.kind == Kind::floating && is_zero(type.format(), a) && is_zero(type.format(), b);
  return are_zeros ? a > b : is_less(type, a, b);
}

// The events of operands that are compared, or passed on as the one NaN.
constexpr unsigned nan_events(Type type, std::initializer_list<std::uint64_t> operands) {
  unsigned events = 0;
  for (const std::uint64_t x : operands) {
    if (type.kind == Kind::floating && is_signalling(type.format(), x)) {
      events = invalid;
    }
  }
  return events;
}

// What a computing operator delivers for a number that it chose: any NaN becomes the canonical one.
constexpr std::uint64_t canonical(Type type, std::uint64_t x) {
  return not_a_number(type, x) ? canonical_nan(type.format()) : x;
}

}  // namespace oracle
