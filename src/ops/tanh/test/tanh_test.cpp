// SPDX-License-Identifier: Apache-2.0
// Tanh: the published bound of a formula in steps, which is exceeded by an exponential that the note permits.
#include <gtest/gtest.h>

#include <cmath>

#include "scalar/floats.h"
#include "tensor/functions.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

constexpr double u = 0x1p-24, epsilon = 2 * u;  // of float

// The note's bound for x in [-1, 0], in units of u; `factor` is what it prints before e^2x in its first denominator.
double published(double x, double factor) {
  const double e = std::exp(2 * x);
  const double quotient = (2 + 8 * (1 + u) * e - 2 * e * e) / ((1 + e) * (1 - u) - 4 * u * (1 + u) * e);
  return 1 / (1 + factor * e) * (quotient * (1 + u) + 1 - e);
}

// (e^2x - 1) / (e^2x + 1) in float, from an exponential that is wrong by a relative error; its error in units of u.
double error_of_formula(float x, double relative) {
  const double exact = std::exp(2 * static_cast<double>(x));
  const float e = static_cast<float>(exact * (1 + relative)), y = (e - 1) / (e + 1);
  return std::abs(static_cast<double>(y) - std::tanh(static_cast<double>(x))) / u;
}

TEST(Tanh, ThePublishedBoundIsExceededByAPermittedExponential_AndTheCorrectedOneIsNot) {
  EVIDENCE("TANH-FLOAT-RESULT");
  double worst = 0;
  for (float x = -0.0011f; x < -0.0009f; x = std::nextafter(x, 0.0f))
    for (const double relative : {-1.7 * epsilon, 1.7 * epsilon})
      worst = std::max(worst, error_of_formula(x, relative));
  EXPECT_LT(published(-0.001, 2), 1.4);
  EXPECT_GT(worst, 1.9);
  EXPECT_LT(worst, published(-0.001, 1));
}

TEST(Tanh, TheFormulaInFloatIsZeroWhereTheResultIsNot) {
  EVIDENCE("TANH-FLOAT-RESULT");
  const float x = 0x1p-26f, e = static_cast<float>(std::exp(-2 * static_cast<double>(x)));
  EXPECT_EQ((1 - e) / (1 + e), 0);
  EXPECT_EQ(function_of(RealFunction::tanh, x), x);
}

}  // namespace
}  // namespace etalon::tests
