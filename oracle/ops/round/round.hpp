// SPDX-License-Identifier: Apache-2.0
//
// Round: the nearest integer, of two the even one; a zero has the sign of the number. A number that is an integer,
// zero, infinite or NaN stays what it is, but a NaN becomes the canonical one.
#pragma once

#include "oracle/arithmetic/integral.hpp"

namespace oracle {

inline Answer round(Type type, std::uint64_t x) { return to_integral(type.format(), x, Toward::nearest_even); }

}  // namespace oracle
