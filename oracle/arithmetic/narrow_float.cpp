// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/narrow_float.hpp"

#include <bit>
#include <stdexcept>

#include "oracle/arithmetic/small_float.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

Answer nan_answer(Format f, bool is_invalid) { return {canonical_nan(f), is_invalid ? unsigned{invalid} : 0U}; }

template <Format F> Answer reciprocal_in(std::uint64_t x) {
  if (is_nan(F, x)) {
    return nan_answer(F, is_signalling(F, x));
  }
  if (is_zero(F, x)) {
    return {sign(F, x) | infinity(F), divide_by_zero};
  }
  if (is_infinite(F, x)) {
    return {sign(F, x), 0};
  }
  const std::uint64_t divisor = small::significand<F>(x);
  return small::round_ratio<F>(sign(F, x), std::uint64_t{1}, divisor, -small::exponent<F>(x));
}

// The greatest integer whose square is not above n < 2^62, digit by digit.
std::uint64_t integer_root(std::uint64_t n) {
  std::uint64_t root = 0;
  for (std::uint64_t digit = power_of_two(30); digit != 0; digit /= 2) {
    root += (root + digit) * (root + digit) <= n ? digit : 0;
  }
  return root;
}

template <Format F> Answer sqrt_in(std::uint64_t x) {
  if (is_nan(F, x)) {
    return nan_answer(F, is_signalling(F, x));
  }
  if (is_zero(F, x)) {
    return {x, 0};
  }
  if (sign(F, x) != 0) {
    return nan_answer(F, true);
  }
  if (is_infinite(F, x)) {
    return {x, 0};
  }
  // x is square * 2^exponent, with an even exponent and a square of 61 or 62 digits. Its root has 31 digits, more than
  // the 25 of a middle between two numbers, so that one further digit can stand for all that follow.
  std::uint64_t square = small::significand<F>(x);
  const int width = static_cast<int>(std::bit_width(square));
  const int shift = 61 - width + ((small::exponent<F>(x) - (61 - width)) % 2 == 0 ? 0 : 1);
  square <<= shift;
  const std::uint64_t root = integer_root(square);
  const std::uint64_t rest = root * root == square ? 0 : 1;
  return small::round_ratio<F>(0, 2 * root + rest, std::uint64_t{1}, (small::exponent<F>(x) - shift) / 2 - 1);
}

// The function for the format, among those for the three formats that there are.
using Function = Answer (*)(std::uint64_t);
Function of_format(Format f, Function half, Function brain, Function single) {
  if (Type(f) == Type(float16)) {
    return half;
  }
  if (Type(f) == Type(bfloat16)) {
    return brain;
  }
  if (Type(f) == Type(float32)) {
    return single;
  }
  throw std::invalid_argument("oracle: not a format of 16 or 32 bits");
}

}  // namespace

Answer narrow_reciprocal(Format f, std::uint64_t x) {
  return of_format(f, reciprocal_in<float16>, reciprocal_in<bfloat16>, reciprocal_in<float32>)(x);
}

Answer narrow_sqrt(Format f, std::uint64_t x) {
  return of_format(f, sqrt_in<float16>, sqrt_in<bfloat16>, sqrt_in<float32>)(x);
}

}  // namespace oracle
