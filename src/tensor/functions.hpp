// SPDX-License-Identifier: Apache-2.0
// Floor 2. Real functions of one argument and powers, rounded once into a format: the door to
// scalar/functions/functions.h and scalar/functions/pow.h, which are long and compiled in one place.
#pragma once

#include "base/real_function.hpp"
#include "scalar/binary.h"
#include "scalar/exact_value.h"

namespace etalon::impl {

float function_of(RealFunction f, float x);
double function_of(RealFunction f, double x);
// Of a pattern of any format, with what happens.
std::uint64_t function_of(RealFunction f, binary_format format, std::uint64_t x, unsigned* events);

// x to the power of an exact number, likewise.
float power_of(float x, const exact_value& y);
double power_of(double x, const exact_value& y);
std::uint64_t power_of(binary_format format, std::uint64_t x, const exact_value& y, unsigned* events);

}  // namespace etalon::impl
