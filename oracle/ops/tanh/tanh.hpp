// SPDX-License-Identifier: Apache-2.0
//
// Tanh: the hyperbolic tangent, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer tanh(Type type, std::uint64_t x) { return real_tanh(type.format(), x); }

}  // namespace oracle
