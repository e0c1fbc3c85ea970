// SPDX-License-Identifier: Apache-2.0
//
// Cos: the cosine, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer cos(Type type, std::uint64_t x) { return real_cos(type.format(), x); }

}  // namespace oracle
