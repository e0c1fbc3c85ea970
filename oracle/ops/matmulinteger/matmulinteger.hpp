// SPDX-License-Identifier: Apache-2.0
//
// Sums of products of integers, each less its zero point: what MatMulInteger, ConvInteger and their quantised relatives
// accumulate. Exact, and at the end taken modulo 2^32.
#pragma once

#include <cstdint>

#include "oracle/arithmetic/order.hpp"
#include "oracle/oracle.hpp"

namespace oracle {

// An operand of a product with its zero point, both of the same type.
struct Centred {
  Integer type;
  std::uint64_t pattern;
  std::uint64_t zero_point;

  constexpr std::int64_t number() const {
    return static_cast<std::int64_t>(rank_of(type, pattern) - rank_of(type, zero_point));
  }
};

// As a pattern of int32; `wrapped` reports that the exact sum is out of its range. Partial sums raise nothing.
constexpr Answer wrapped_sum(Integer128 sum) {
  constexpr Integer128 modulus = Integer128{1} << 32;
  const Integer128 residue = (sum % modulus + modulus) % modulus;
  const bool fits = sum >= -modulus / 2 && sum < modulus / 2;
  return {static_cast<std::uint64_t>(residue), fits ? 0U : unsigned{wrapped}};
}

// The sum of one product, quick enough for all operands of 8 bits.
constexpr Answer matmulinteger(const Centred& a, const Centred& b) {
  return wrapped_sum(Integer128{a.number()} * b.number());
}

}  // namespace oracle
