// SPDX-License-Identifier: Apache-2.0
//
// Range: start, start + delta, start + 2 * delta and so on, before the limit. Needs MPFR and GMP.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/oracle.hpp"

namespace oracle {

// ceil((limit - start) / delta) of the exact quotient, but not below 0. The operands are finite, and delta is not zero.
std::uint64_t range_count(Type type, std::uint64_t start, std::uint64_t limit, std::uint64_t delta);

// Element i is the rounded sum of the start and the rounded product of i and delta, computed in the type `in` and cast
// to the type of the operands. Of integers it is exact. No i is beyond the integers that `in` has all of.
Answer range_element(Type type, Type in, std::uint64_t start, std::uint64_t delta, std::uint64_t i);

}  // namespace oracle
