// SPDX-License-Identifier: Apache-2.0
//
// Sin: the sine, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer sin(Type type, std::uint64_t x) { return real_sin(type.format(), x); }

}  // namespace oracle
