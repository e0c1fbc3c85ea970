// SPDX-License-Identifier: Apache-2.0
//
// Addition, subtraction, multiplication, division and fused multiply-add for the 16-bit formats, in pure integer
// arithmetic.
//
// Every exact result is written as n/d * 2^e with natural n and d. One rule rounds them all: divide by the spacing of
// the format with remainder, and compare twice the remainder with the divisor. The templates are here, in the header,
// because they judge all 2^32 pairs and must be inlined.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

// The runtime entry points: f is float16 or bfloat16.
Answer small_add(Format f, std::uint64_t a, std::uint64_t b);
Answer small_sub(Format f, std::uint64_t a, std::uint64_t b);
Answer small_mul(Format f, std::uint64_t a, std::uint64_t b);
Answer small_div(Format f, std::uint64_t a, std::uint64_t b);
Answer small_fma(Format f, std::uint64_t a, std::uint64_t b, std::uint64_t c);

namespace small {

// The answers when at least one operand is an infinity or a NaN.
Answer special_add(Format f, std::uint64_t a, std::uint64_t b);
Answer special_mul(Format f, std::uint64_t a, std::uint64_t b);
Answer special_div(Format f, std::uint64_t a, std::uint64_t b);
Answer special_fma(Format f, std::uint64_t a, std::uint64_t b, std::uint64_t c);

// A finite pattern has the magnitude significand * 2^exponent.
template <Format F> constexpr std::uint32_t significand(std::uint64_t x) {
  const std::uint64_t fraction = x & fraction_mask(F);
  const bool is_normal = magnitude(F, x) > fraction;
  return static_cast<std::uint32_t>(is_normal ? fraction + power_of_two(F.fraction) : fraction);
}

template <Format F> constexpr int exponent(std::uint64_t x) {
  const int field = static_cast<int>(magnitude(F, x) >> F.fraction);
  return least_exponent(F) + std::max(field, 1) - 1;
}

// Rounds n/d * 2^e, with n and d positive, to nearest, ties to even.
// Natural must hold 8 * n and 2^(fraction+1) * d, the bounds of everything computed below.
template <Format F, typename Natural> constexpr Answer round_ratio(std::uint64_t sign, Natural n, Natural d, int e) {
  // 2^top <= n/d * 2^e < 2^(top+1)
  const int gap = static_cast<int>(std::bit_width(n)) - static_cast<int>(std::bit_width(d));
  const bool below = n << std::max(-gap, 0) < d << std::max(gap, 0);
  const int top = e + gap - (below ? 1 : 0);

  // 2^spacing is the distance of neighbouring numbers of the format around the exact value.
  const int spacing = std::max(top - F.fraction, least_exponent(F));
  if (top < spacing - 1) {  // below half the least subnormal
    return {sign, underflow | inexact};
  }
  n <<= std::max(e - spacing, 0);
  d <<= std::max(spacing - e, 0);
  const Natural quotient = n / d;
  const Natural remainder = n % d;
  const bool round_up = 2 * remainder + quotient % 2 > d;  // an odd quotient also goes up when 2 * remainder == d

  // Patterns of one sign count the numbers upwards, so a carry into the next binade, or into infinity, needs no care.
  const std::uint64_t lower = quotient + (static_cast<std::uint64_t>(spacing - least_exponent(F)) << F.fraction);
  const std::uint64_t rounded = round_up ? lower + 1 : lower;
  if (rounded >= infinity(F)) {
    return {sign | infinity(F), overflow | inexact};
  }
  if (remainder == 0) {
    return {sign | rounded, 0};
  }
  // Tiny after rounding: with an unbounded exponent the spacing just below the least normal number would be half as
  // wide, hence a value within a quarter of our spacing below it would be rounded up to it, and is not tiny.
  constexpr Natural least_normal = Natural{1} << F.fraction;
  const bool reaches_normal = quotient == least_normal - 1 && 4 * remainder >= 3 * d;
  const bool tiny = quotient < least_normal && !reaches_normal;
  return {sign | rounded, tiny ? underflow | inexact : unsigned{inexact}};
}

// The number value * 2^exponent with |value| < 2^22, which a product of two float16 significands respects.
struct Term {
  std::int64_t value;
  int exponent;
};

template <Format F> constexpr Term term(std::uint64_t x) {
  const std::int64_t value = significand<F>(x);
  return {sign(F, x) != 0 ? -value : value, exponent<F>(x)};
}

// Rounds x + y; an exact zero takes zero_sign.
//
// When the exponents are more than `reach` apart, the lower term is replaced by a non-zero of its sign, small enough
// for 64 bits, without changing the answer. Proof. Let X = x * 2^i be the higher term, x != 0, Y = y * 2^j the lower
// one, y != 0, i - j > 36, and t = 2^(i - fraction - 3).
// - |Y| < 2^(22+j) < 2^(i-14) < t, since fraction <= 10; the replacement, 2^(i-36), is also below t.
// - X is a multiple of t, and |X| >= 2^i. So the sum exceeds 2^(i-1) in magnitude, and the spacing of the format
//   around it is at least 2^(i-1-fraction).
// - All decisions of round_ratio compare the sum with powers of two from 2^(i-1) up or with multiples of a quarter of
//   the spacing. All of these are multiples of t.
// - X + Y and X + replacement lie strictly between the same two neighbouring multiples of t; no decision differs.
// The sum is below 2^(22+36) + 2^22 < 2^59, so round_ratio stays within 64 bits.
template <Format F> constexpr Answer round_sum(Term x, Term y, std::uint64_t zero_sign) {
  static_assert(F.fraction <= float16.fraction);
  constexpr int reach = 36;
  if (x.value == 0) {
    x.exponent = y.exponent;
  } else if (y.value == 0) {
    y.exponent = x.exponent;
  }
  if (x.exponent < y.exponent) {
    std::swap(x, y);
  }
  if (x.exponent - y.exponent > reach) {
    y = {y.value < 0 ? -1 : 1, x.exponent - reach};
  }
  const std::int64_t sum = x.value * (std::int64_t{1} << (x.exponent - y.exponent)) + y.value;
  if (sum == 0) {
    return {zero_sign, 0};
  }
  const auto size = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  return round_ratio<F>(sum < 0 ? sign_mask(F) : 0, size, std::uint64_t{1}, y.exponent);
}

}  // namespace small

template <Format F> Answer small_add(std::uint64_t a, std::uint64_t b) {
  if (!is_finite(F, a) || !is_finite(F, b)) {
    return small::special_add(F, a, b);
  }
  return small::round_sum<F>(small::term<F>(a), small::term<F>(b), sign(F, a & b));
}

// The sum with the opposite of b. The sign of a NaN says nothing, so that it may change as well.
template <Format F> Answer small_sub(std::uint64_t a, std::uint64_t b) { return small_add<F>(a, b ^ sign_mask(F)); }

template <Format F> Answer small_mul(std::uint64_t a, std::uint64_t b) {
  if (!is_finite(F, a) || !is_finite(F, b)) {
    return small::special_mul(F, a, b);
  }
  const std::uint32_t product = small::significand<F>(a) * small::significand<F>(b);
  if (product == 0) {
    return {sign(F, a ^ b), 0};
  }
  const int exponent = small::exponent<F>(a) + small::exponent<F>(b);
  return small::round_ratio<F>(sign(F, a ^ b), product, std::uint32_t{1}, exponent);
}

template <Format F> Answer small_div(std::uint64_t a, std::uint64_t b) {
  if (!is_finite(F, a) || !is_finite(F, b)) {
    return small::special_div(F, a, b);
  }
  const std::uint32_t dividend = small::significand<F>(a);
  const std::uint32_t divisor = small::significand<F>(b);
  if (divisor == 0) {
    return dividend == 0 ? Answer{canonical_nan(F), invalid} : Answer{sign(F, a ^ b) | infinity(F), divide_by_zero};
  }
  if (dividend == 0) {
    return {sign(F, a ^ b), 0};
  }
  const int exponent = small::exponent<F>(a) - small::exponent<F>(b);
  return small::round_ratio<F>(sign(F, a ^ b), dividend, divisor, exponent);
}

template <Format F> Answer small_fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if (!is_finite(F, a) || !is_finite(F, b) || !is_finite(F, c)) {
    return small::special_fma(F, a, b, c);
  }
  const small::Term x = small::term<F>(a);
  const small::Term y = small::term<F>(b);
  const small::Term product{x.value * y.value, x.exponent + y.exponent};
  return small::round_sum<F>(product, small::term<F>(c), sign(F, (a ^ b) & c));
}

}  // namespace oracle
