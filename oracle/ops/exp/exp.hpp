// SPDX-License-Identifier: Apache-2.0
//
// Exp: the exponential, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer exp(Type type, std::uint64_t x) { return real_exp(type.format(), x); }

}  // namespace oracle
