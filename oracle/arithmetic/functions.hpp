// SPDX-License-Identifier: Apache-2.0
//
// Functions of one real argument, the real value rounded once to nearest even, for every Format: judged by the MPFR
// library. Safe to call from several threads at once.
#pragma once

#include <array>
#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

Answer real_exp(Format f, std::uint64_t x);
Answer real_log(Format f, std::uint64_t x);
Answer real_sigmoid(Format f, std::uint64_t x);
Answer real_tanh(Format f, std::uint64_t x);
Answer real_erf(Format f, std::uint64_t x);
Answer real_sin(Format f, std::uint64_t x);
Answer real_cos(Format f, std::uint64_t x);
Answer real_acos(Format f, std::uint64_t x);

struct RealFunction {
  const char* name;
  Answer (*judge)(Format, std::uint64_t);
  double (*estimate)(double);  // by the C library of the host: within a few units in the last place
};

double estimated_sigmoid(double x);
extern const std::array<RealFunction, 8> real_functions;

// The same answer for float, fast enough for all 2^32 of them: where the estimate is a normal float and farther than
// 2^10 of its units from where the rounding changes, it decides; elsewhere MPFR does.
Answer quick_float_answer(const RealFunction& function, std::uint32_t x);

// How far the value for a double is from the nearest halfway point between two doubles, as a power of two of its unit
// in the last place: the smaller, the harder to round. Not of special values, nor where the result is subnormal.
double halfway_distance(const RealFunction& function, std::uint64_t x);

}  // namespace oracle
