// SPDX-License-Identifier: Apache-2.0
// Floor 2. Real functions of one argument, rounded once into a format: the door to scalar/functions.h, which is long
// and compiled in one place.
#pragma once

#include "base/real_function.hpp"
#include "scalar/binary.h"

namespace etalon::impl {

float function_of(RealFunction f, float x);
double function_of(RealFunction f, double x);
// Of a pattern of any format, with what happens.
std::uint64_t function_of(RealFunction f, binary_format format, std::uint64_t x, unsigned* events);

}  // namespace etalon::impl
