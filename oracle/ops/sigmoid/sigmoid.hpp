// SPDX-License-Identifier: Apache-2.0
//
// Sigmoid: the logistic function, rounded once. Needs MPFR.
#pragma once

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

inline Answer sigmoid(Type type, std::uint64_t x) { return real_sigmoid(type.format(), x); }

}  // namespace oracle
