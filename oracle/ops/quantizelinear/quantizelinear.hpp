// SPDX-License-Identifier: Apache-2.0
//
// QuantizeLinear, in pure integer arithmetic: all 2^32 floats are judged by it. The exact quotient of an element and
// its scale is rounded once, into a precision that the version, the types and an attribute determine; then that is
// quantised.
#pragma once

#include <cstdint>

#include "oracle/arithmetic/factor.hpp"
#include "oracle/oracle.hpp"

namespace oracle {

// The quotient as a number of the precision, with the events of a division: zero by zero, infinity by infinity and a
// signalling operand are `invalid`, another finite number by zero is `divide_by_zero`. A NaN gives the canonical one.
Answer rounded_quotient(Format precision, const Factor& x, const Factor& scale);

// The step of arithmetic/quantised.hpp for a number of the format, and for what is no number: an infinity is
// `saturated`, a NaN gives the zero point and is `nan_converted`. Types have at most 16 bits.
Answer quantise(Integer to, std::uint64_t zero_point, Format f, std::uint64_t v);

// Both, with the events of both.
Answer quantizelinear(Format precision, const Factor& x, const Factor& scale, Integer to, std::uint64_t zero_point);

}  // namespace oracle
