// SPDX-License-Identifier: Apache-2.0
//
// Operands of sums: terms that are hard to add, and pairs of factors that are hard to multiply and add
// (cases/dots.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/oracle.hpp"
#include "oracle/random.hpp"

namespace oracle {

// Terms are the rounded products of hard dot products: they cancel, overflow and underflow as those do. A tie, and what
// decides it, is put at the beginning of some. Of integers they are numbers of all sizes.
std::vector<std::uint64_t> draw_terms(Random& random, Type type, std::size_t count);

// Two lists of factors, each of its own length, from the same hard dot products.
std::array<std::vector<std::uint64_t>, 2> draw_factors(Random& random, Type type, std::size_t a, std::size_t b);

}  // namespace oracle
