// SPDX-License-Identifier: Apache-2.0
//
// Every finite operand is the exact number ±significand * 2^exponent, from which each kind of type takes what it holds.
#include "oracle/ops/cast/cast.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "oracle/pattern.hpp"

namespace oracle {
namespace {

__extension__ using Natural128 = unsigned __int128;

struct Exact {
  bool negative;
  std::uint64_t significand;
  int exponent;
};

Exact decode(Type type, std::uint64_t x) {
  if (type.kind == Kind::boolean) {
    return {false, x == 0 ? 0U : 1U, 0};
  }
  if (type.kind == Kind::integer) {
    const bool negative = type.is_signed && (x & power_of_two(type.bits - 1)) != 0;
    const std::uint64_t opposite = (0 - x) & (~std::uint64_t{0} >> (64 - type.bits));
    return {negative, negative ? opposite : x, 0};
  }
  const Format f = type.format();
  const std::uint64_t fraction = x & fraction_mask(f);
  const int field = static_cast<int>(magnitude(f, x) >> f.fraction);
  const std::uint64_t leading = field == 0 ? 0 : power_of_two(f.fraction);
  return {sign(f, x) != 0, leading + fraction, least_exponent(f) + std::max(field, 1) - 1};
}

Answer round_to(Format f, Exact x) {
  const std::uint64_t sign_bit = x.negative ? sign_mask(f) : 0;
  if (x.significand == 0) {
    return {sign_bit, 0};
  }
  // 2^spacing is the distance of neighbouring numbers of the format around x; `digits` of x lie behind the last place.
  const int top = x.exponent + static_cast<int>(std::bit_width(x.significand)) - 1;
  const int spacing = std::max(top - f.fraction, least_exponent(f));
  const int digits = spacing - x.exponent;
  if (digits > 64) {  // x is below half the least subnormal, for its significand is below 2^64
    return {sign_bit, underflow | inexact};
  }
  const std::uint64_t quotient = digits == 64 ? 0 : digits > 0 ? x.significand >> digits : x.significand << -digits;
  const std::uint64_t rest = digits == 64 ? x.significand : digits > 0 ? x.significand & (power_of_two(digits) - 1) : 0;
  const std::uint64_t half = digits > 0 ? power_of_two(digits - 1) : 1;
  const bool round_up = rest > half || (rest == half && quotient % 2 == 1);

  // Patterns of one sign count the numbers upwards; the leading bit of a normal number is the first of its exponents.
  const std::uint64_t lower = quotient + (static_cast<std::uint64_t>(spacing - least_exponent(f)) << f.fraction);
  const std::uint64_t rounded = round_up ? lower + 1 : lower;
  if (rounded >= infinity(f)) {
    return {sign_bit | infinity(f), overflow | inexact};
  }
  if (rest == 0) {
    return {sign_bit | rounded, 0};
  }
  // Tiny after rounding, as if exponents had no end: from a quarter of the spacing below the least normal number on, x
  // would be rounded up to it.
  const std::uint64_t least_normal = power_of_two(f.fraction);
  const bool reaches_normal = quotient == least_normal - 1 && Natural128{4} * rest >= Natural128{3} << digits;
  const bool tiny = quotient < least_normal && !reaches_normal;
  return {sign_bit | rounded, tiny ? underflow | inexact : unsigned{inexact}};
}

Answer truncate_to(Integer type, Exact x) {
  const std::uint64_t all_ones = ~std::uint64_t{0} >> (64 - type.bits);
  const std::uint64_t lowest = type.is_signed ? power_of_two(type.bits - 1) : 0;  // as a pattern and as a magnitude
  const std::uint64_t highest = type.is_signed ? lowest - 1 : all_ones;
  const bool is_shifted_out = x.exponent < -63;
  const bool is_beyond = x.significand != 0 && x.exponent + static_cast<int>(std::bit_width(x.significand)) > 64;
  const std::uint64_t size = is_shifted_out || is_beyond ? 0
                             : x.exponent < 0            ? x.significand >> -x.exponent
                                                         : x.significand << x.exponent;
  if (is_beyond || size > (x.negative ? lowest : highest)) {
    return {x.negative ? lowest : highest, saturated};
  }
  const bool is_exact = x.exponent >= 0 || (is_shifted_out ? x.significand == 0 : size << -x.exponent == x.significand);
  return {(x.negative ? 0 - size : size) & all_ones, is_exact ? 0U : unsigned{inexact}};
}

Answer wrap_to(Integer type, Exact x) {
  const std::uint64_t pattern =
      (x.negative ? 0 - x.significand : x.significand) & (~std::uint64_t{0} >> (64 - type.bits));
  const Exact delivered = decode(type, pattern);
  const bool fits = delivered.negative == x.negative && delivered.significand == x.significand;
  return {pattern, fits ? 0U : unsigned{wrapped}};
}

// A NaN, or an infinity.
Answer cast_special(Format from, Type to, std::uint64_t x) {
  const unsigned signalled = is_signalling(from, x) ? unsigned{invalid} : 0U;
  const bool negative = sign(from, x) != 0;
  switch (to.kind) {
    case Kind::boolean:
      return {1, signalled};
    case Kind::integer:
      if (is_nan(from, x)) {
        return {0, signalled | nan_converted};
      }
      return truncate_to(to.integer(), {negative, 1, 64});  // beyond every range
    case Kind::floating:
      if (is_nan(from, x)) {
        return {canonical_nan(to.format()), signalled};
      }
      return {(negative ? sign_mask(to.format()) : 0) | infinity(to.format()), 0};
  }
  throw std::invalid_argument("oracle cast: unknown kind of type");
}

}  // namespace

Answer cast(Type from, Type to, std::uint64_t x) {
  const bool from_float = from.kind == Kind::floating;
  if (from_float && !is_finite(from.format(), x)) {
    return cast_special(from.format(), to, x);
  }
  const Exact exact = decode(from, x);
  switch (to.kind) {
    case Kind::boolean:
      return {exact.significand == 0 ? 0U : 1U, 0};
    case Kind::integer:
      return from_float ? truncate_to(to.integer(), exact) : wrap_to(to.integer(), exact);
    case Kind::floating:
      return round_to(to.format(), exact);
  }
  throw std::invalid_argument("oracle cast: unknown kind of type");
}

}  // namespace oracle
