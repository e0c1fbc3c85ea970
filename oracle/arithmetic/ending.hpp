// SPDX-License-Identifier: Apache-2.0
//
// Sums of products, and what is done to them when all their terms are there, judged by MPFR and GMP. Sums are those of
// dot.hpp. Under `sequential` and `fused` each further step is rounded in the format of the elements, under `wide` in
// the next wider format before the one last rounding, and under `exact` all of them are part of the one rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "oracle/arithmetic/dot.hpp"

namespace oracle {

// The steps, in this order. Patterns are of the type of the elements.
struct Ending {
  std::optional<std::uint64_t> factor = {};         // the sum times this
  std::optional<std::uint64_t> addend = {};         // plus this,
  std::optional<std::uint64_t> addend_factor = {};  // of which first the product with this is taken
  std::optional<std::uint64_t> count = {};          // divided by this integer; 0 / 0 is invalid
  bool root = false;                                // the square root
};

Answer ended_dot(Format f, Accumulation how, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 const Ending& ending);

// Of integers the exact sum is multiplied and added to; a quotient and a root are truncated, and the count is not zero.
// Only the end is reduced modulo 2^bits, and out of range is `wrapped`.
Answer ended_dot(Integer type, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 const Ending& ending);

// For either kind of type.
Answer ended_dot(Type type, Accumulation how, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 const Ending& ending);

// The sum of the terms, divided by the count.
Answer average(Type type, Accumulation how, std::span<const std::uint64_t> terms, std::uint64_t count);

// The pattern of one.
std::uint64_t one_of(Type type);

}  // namespace oracle
