// SPDX-License-Identifier: Apache-2.0
//
// Pow: a number to the power of one of any type. Needs MPFR.
#pragma once

#include "oracle/arithmetic/pow.hpp"

namespace oracle {

// A negative exponent of an integer base has no answer.
Answer pow(Type type, std::uint64_t base, Type of_exponent, std::uint64_t exponent);

}  // namespace oracle
