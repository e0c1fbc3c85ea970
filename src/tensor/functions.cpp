// SPDX-License-Identifier: Apache-2.0
// Floor 2. See functions.hpp.
#include "tensor/functions.hpp"

#include "scalar/functions/functions.h"
#include "scalar/functions/pow.h"

namespace etalon::impl {
namespace {

struct Texts {
  float (*f32)(float);
  double (*f64)(double);
  std::uint64_t (*binary)(binary_format, std::uint64_t, unsigned*);
};

// In the order of RealFunction.
constexpr Texts texts[] = {
    {f32_exp, f64_exp, binary_exp},    {f32_log, f64_log, binary_log},    {f32_sigmoid, f64_sigmoid, binary_sigmoid},
    {f32_tanh, f64_tanh, binary_tanh}, {f32_erf, f64_erf, binary_erf},    {f32_sin, f64_sin, binary_sin},
    {f32_cos, f64_cos, binary_cos},    {f32_acos, f64_acos, binary_acos},
};

const Texts& texts_of(RealFunction f) { return texts[static_cast<unsigned>(f)]; }

}  // namespace

float function_of(RealFunction f, float x) { return texts_of(f).f32(x); }
double function_of(RealFunction f, double x) { return texts_of(f).f64(x); }
std::uint64_t function_of(RealFunction f, binary_format format, std::uint64_t x, unsigned* events) {
  return texts_of(f).binary(format, x, events);
}

float power_of(float x, const exact_value& y) { return f32_pow(x, y); }
double power_of(double x, const exact_value& y) { return f64_pow(x, y); }
std::uint64_t power_of(binary_format format, std::uint64_t x, const exact_value& y, unsigned* events) {
  return binary_pow(format, x, y, events);
}

}  // namespace etalon::impl
