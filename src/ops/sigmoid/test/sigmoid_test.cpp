// SPDX-License-Identifier: Apache-2.0
// Sigmoid: what the published formula and the published bound do, beside the real value rounded once.
#include <gtest/gtest.h>

#include <cmath>

#include "accuracy/slopes.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Of the floats from -104 to -88 whose result is positive, those for which the formula in float gives 0.
TEST(Sigmoid, TheFormulaInFloatLosesTwoMillionPositiveResults) {
  EVIDENCE("SIGMOID-FLOAT-RESULT");
  unsigned lost = 0;
  for (float x = -104; x < -88; x = std::nextafter(x, 0.0f)) {
    const float formula = 1 / (1 + std::exp(-x));
    if (formula == 0 && function_of(RealFunction::sigmoid, x) > 0) ++lost;
  }
  EXPECT_GT(lost, 1'900'000u);
  EXPECT_LT(lost, 2'100'000u);
}

TEST(Sigmoid, ThePublishedSlopeIsNoBound_WhereItGrowsOnTheWay) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const double change = sigmoid(4) - sigmoid(0), published = sigmoid(4) * (1 - sigmoid(4)) * 4;
  EXPECT_GT(change, 0.48);
  EXPECT_LT(published, 0.08);
  EXPECT_GE(function_error(RealFunction::sigmoid, {4, 4}, 4), change);
}

}  // namespace
}  // namespace etalon::tests
