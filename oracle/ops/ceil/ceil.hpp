// SPDX-License-Identifier: Apache-2.0
//
// Ceil: the least integer that is not below the number; -0 from above -1 to below zero. A number that is an integer,
// zero, infinite or NaN stays what it is, but a NaN becomes the canonical one.
#pragma once

#include "oracle/arithmetic/integral.hpp"

namespace oracle {

inline Answer ceil(Type type, std::uint64_t x) { return to_integral(type.format(), x, Toward::plus_infinity); }

}  // namespace oracle
