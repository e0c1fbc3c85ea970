// SPDX-License-Identifier: Apache-2.0
//
// Integer arithmetic as on paper: a sign and a magnitude wide enough for the exact result, and only at the end the
// question whether it fits. Nothing here relies on how the host's signed integers behave.
#include "oracle/arithmetic/integers.hpp"

#include <stdexcept>

namespace oracle {
namespace {

__extension__ using Natural128 = unsigned __int128;

// The exact number -magnitude or +magnitude. 128 bits hold any sum and any product of two 64-bit magnitudes.
struct Exact {
  bool negative;
  Natural128 magnitude;
};

Natural128 power_128(int n) { return Natural128{1} << n; }

Exact decode(Integer type, std::uint64_t pattern) {
  if (type.is_signed && pattern >= power_128(type.bits - 1)) {
    return {true, power_128(type.bits) - pattern};
  }
  return {false, pattern};
}

Answer encode(Integer type, Exact x) {
  const Natural128 limit = type.is_signed ? power_128(type.bits - 1) : power_128(type.bits);
  const Natural128 lowest = type.is_signed ? limit : 0;  // magnitude of the most negative number
  const bool fits = x.negative ? x.magnitude <= lowest : x.magnitude < limit;
  const Natural128 modulo_128 = x.negative ? 0 - x.magnitude : x.magnitude;
  return {static_cast<std::uint64_t>(modulo_128 % power_128(type.bits)), fits ? 0U : unsigned{wrapped}};
}

Exact sum(Exact x, Exact y) {
  if (x.negative == y.negative) {
    return {x.negative, x.magnitude + y.magnitude};
  }
  return x.magnitude >= y.magnitude ? Exact{x.negative, x.magnitude - y.magnitude}
                                    : Exact{y.negative, y.magnitude - x.magnitude};
}

enum class Towards { zero, minus_infinity };

Exact quotient(Exact x, Exact y, Towards direction) {
  if (y.magnitude == 0) {
    throw std::invalid_argument("integer division by zero has no answer");
  }
  const bool negative = x.negative != y.negative;
  const bool is_rounded = x.magnitude % y.magnitude != 0;
  const bool away_from_zero = direction == Towards::minus_infinity && negative && is_rounded;
  return {negative, x.magnitude / y.magnitude + (away_from_zero ? 1 : 0)};
}

}  // namespace

Answer int_add(Integer type, std::uint64_t a, std::uint64_t b) {
  return encode(type, sum(decode(type, a), decode(type, b)));
}

Answer int_sub(Integer type, std::uint64_t a, std::uint64_t b) {
  const Exact y = decode(type, b);
  return encode(type, sum(decode(type, a), {!y.negative, y.magnitude}));
}

Answer int_mul(Integer type, std::uint64_t a, std::uint64_t b) {
  const Exact x = decode(type, a);
  const Exact y = decode(type, b);
  return encode(type, {x.negative != y.negative, x.magnitude * y.magnitude});
}

Answer int_div_floor(Integer type, std::uint64_t a, std::uint64_t b) {
  return encode(type, quotient(decode(type, a), decode(type, b), Towards::minus_infinity));
}

Answer int_div_trunc(Integer type, std::uint64_t a, std::uint64_t b) {
  return encode(type, quotient(decode(type, a), decode(type, b), Towards::zero));
}

}  // namespace oracle
