// SPDX-License-Identifier: Apache-2.0
//
// Dot products, the outputs of a matrix product, judged by MPFR and GMP. Safe to call from several threads at once.
//
// Both operands must have the same length K, which may be zero. Sums begin at +0, and their terms are added in the
// order of the operands.
#pragma once

#include <cstdint>
#include <span>

#include "oracle/oracle.hpp"

namespace oracle {

// Where a sum of products is rounded; rn rounds to nearest, ties to even, in the format of the elements.
enum class Accumulation {
  sequential,  // sum <- rn(sum + rn(a * b))
  fused,       // sum <- rn(sum + a * b)
  wide,        // sum <- as fused, but in the next wider format, and one last rn of the sum; float64 has no wider format
  exact,       // rn of the exact sum
};

// The events of sequential, fused and wide are those of all their roundings together.
//
// The events of exact are those of its one rounding, and:
// - Any NaN operand, zero times infinity, and infinite products of both signs make a NaN. The latter two and a
//   signalling operand are invalid, each of them whatever else is in the sum; quiet NaNs raise nothing.
// - Otherwise an infinite product makes that infinity.
// - An exact sum of zero is +0, even where all products are -0; a negative sum that rounds to zero is -0.
//
// Throws std::invalid_argument if the lengths differ or the format has no wider one.
Answer dot(Format f, Accumulation how, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

// The number of the type that is congruent to the exact sum modulo 2^bits; the event `wrapped` reports that the exact
// sum is out of range. Partial sums out of range raise nothing. Throws std::invalid_argument if the lengths differ.
Answer dot(Integer type, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace oracle
