// SPDX-License-Identifier: Apache-2.0
//
// Addition, subtraction, multiplication and division of the integer types, 4 to 64 bits, signed or not.
//
// The result is the number of the type that is congruent to the exact result modulo 2^bits; the event `wrapped`
// reports that the exact result was out of range. The divisor must not be zero.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

Answer int_add(Integer type, std::uint64_t a, std::uint64_t b);
Answer int_sub(Integer type, std::uint64_t a, std::uint64_t b);
Answer int_mul(Integer type, std::uint64_t a, std::uint64_t b);
Answer int_div_floor(Integer type, std::uint64_t a, std::uint64_t b);  // quotient rounded towards minus infinity
Answer int_div_trunc(Integer type, std::uint64_t a, std::uint64_t b);  // quotient rounded towards zero

}  // namespace oracle
