// SPDX-License-Identifier: Apache-2.0
//
// Erf: the error function, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer erf(Type type, std::uint64_t x) { return real_erf(type.format(), x); }

}  // namespace oracle
