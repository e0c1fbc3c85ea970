// SPDX-License-Identifier: Apache-2.0
//
// How an IEEE 754 binary format lays out its bits: the masks, the special patterns and the questions one may ask of a
// pattern. Layout only; no arithmetic lives here, so the two floating-point oracles can share it and stay independent.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

constexpr std::uint64_t power_of_two(int n) { return std::uint64_t{1} << n; }

constexpr int precision(Format f) { return f.fraction + 1; }
constexpr int bias(Format f) { return (1 << (f.bits - f.fraction - 2)) - 1; }

// The least subnormal is 2^least_exponent; every finite number is an integer multiple of it.
constexpr int least_exponent(Format f) { return 1 - bias(f) - f.fraction; }

constexpr std::uint64_t sign_mask(Format f) { return power_of_two(f.bits - 1); }
constexpr std::uint64_t fraction_mask(Format f) { return power_of_two(f.fraction) - 1; }
constexpr std::uint64_t infinity(Format f) { return sign_mask(f) - power_of_two(f.fraction); }
constexpr std::uint64_t quiet_bit(Format f) { return power_of_two(f.fraction - 1); }

// The one NaN that an operation delivers.
constexpr std::uint64_t canonical_nan(Format f) { return infinity(f) | quiet_bit(f); }

constexpr std::uint64_t sign(Format f, std::uint64_t x) { return x & sign_mask(f); }
constexpr std::uint64_t magnitude(Format f, std::uint64_t x) { return x & (sign_mask(f) - 1); }

constexpr bool is_zero(Format f, std::uint64_t x) { return magnitude(f, x) == 0; }
constexpr bool is_finite(Format f, std::uint64_t x) { return magnitude(f, x) < infinity(f); }
constexpr bool is_infinite(Format f, std::uint64_t x) { return magnitude(f, x) == infinity(f); }
constexpr bool is_nan(Format f, std::uint64_t x) { return magnitude(f, x) > infinity(f); }
constexpr bool is_signalling(Format f, std::uint64_t x) { return is_nan(f, x) && (x & quiet_bit(f)) == 0; }

// Types other than floating ones have no NaN.
constexpr bool not_a_number(Type type, std::uint64_t x) {
  return type.kind == Kind::floating && is_nan(type.format(), x);
}

}  // namespace oracle
