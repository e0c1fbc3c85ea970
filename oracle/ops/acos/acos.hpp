// SPDX-License-Identifier: Apache-2.0
//
// Acos: the arccosine, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer acos(Type type, std::uint64_t x) { return real_acos(type.format(), x); }

}  // namespace oracle
