// SPDX-License-Identifier: Apache-2.0
//
// What ends an output of QLinearMatMul and QLinearConv: the accumulator times the scales of both operands, divided by
// the scale of the result, as an exact ratio that is quantised once (arithmetic/quantised.hpp). Judged by GMP.
#pragma once

#include <cstdint>

#include "oracle/arithmetic/factor.hpp"
#include "oracle/oracle.hpp"

namespace oracle {

struct Requantisation {
  Factor a_scale;
  Factor b_scale;
  Factor y_scale;
  Integer to;
  std::uint64_t zero_point;
};

// The accumulator is a pattern of int32. Where a scale is zero, infinite or a NaN, products and then the quotient are
// taken from left to right: zero times infinity, infinity by infinity, zero by zero and a signalling NaN are `invalid`,
// another finite number by zero is `divide_by_zero`.
Answer requantise(std::uint64_t accumulator, const Requantisation& how);

}  // namespace oracle
