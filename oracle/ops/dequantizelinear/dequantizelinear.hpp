// SPDX-License-Identifier: Apache-2.0
//
// DequantizeLinear, in pure integer arithmetic: (x - zero point) * scale, where the difference is exact and the product
// is rounded once, into the type of the result.
#pragma once

#include <cstdint>

#include "oracle/arithmetic/factor.hpp"
#include "oracle/oracle.hpp"

namespace oracle {

// number * scale * 2^power, rounded once, for numbers of at most 34 bits. The number 0 counts as +0. Zero times
// infinity and a signalling scale are `invalid`; a NaN gives the canonical one.
Answer rounded_product(Format to, std::int64_t number, const Factor& scale, int power = 0);

Answer dequantizelinear(Format to, Integer type, std::uint64_t x, std::uint64_t zero_point, const Factor& scale);

}  // namespace oracle
