// SPDX-License-Identifier: Apache-2.0
//
// Floor: the greatest integer that is not above the number. A number that is an integer, zero, infinite or NaN stays
// what it is, but a NaN becomes the canonical one.
#pragma once

#include "oracle/arithmetic/integral.hpp"

namespace oracle {

inline Answer floor(Type type, std::uint64_t x) { return to_integral(type.format(), x, Toward::minus_infinity); }

}  // namespace oracle
