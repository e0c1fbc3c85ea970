// SPDX-License-Identifier: Apache-2.0
//
// Log: the natural logarithm, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer log(Type type, std::uint64_t x) { return real_log(type.format(), x); }

}  // namespace oracle
