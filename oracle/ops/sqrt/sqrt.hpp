// SPDX-License-Identifier: Apache-2.0
//
// Sqrt: the square root, rounded once; -0 stays, and a number below zero gives the canonical NaN, which is `invalid`.
// Needs MPFR.
#pragma once

#include "oracle/arithmetic/ieee_float.hpp"

namespace oracle {

inline Answer sqrt(Type type, std::uint64_t x) { return ieee_sqrt(type.format(), x); }

}  // namespace oracle
