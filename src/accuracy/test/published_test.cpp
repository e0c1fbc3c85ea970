// SPDX-License-Identifier: Apache-2.0
// The faults in the error formulas that the working group has published (MatMul and Div, "Numerical Accuracy", August
// 2026), each shown by a case that breaks it, and that the bound used here holds in the same case.
#include <gtest/gtest.h>

#include <cmath>

#include "accuracy/bounds.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"

namespace etalon::tests {
namespace {

constexpr double u = 0x1p-11;  // float16

// 0.1 in float16 is 1638 * 2^-14; three times that, 4914 * 2^-14, lies midway between neighbours 4 * 2^-14 apart.
constexpr double a = 1638 * 0x1p-14, b = 3, computed = 4912 * 0x1p-14, error = a * b - computed;

TEST(Published, TheProductOfTheExampleIsWhatTheReferenceComputes) {
  OpCase c{"MatMul", DType::f16, "[[0.1]]", "[[3]]"};
  EXPECT_EQ(run_op(c).text, "[[0.2998]]");
  EXPECT_EQ(error, 2 * 0x1p-14);
}

TEST(Published, MatMulsHeadlineWithOnePlusUSquaredIsBelowTheErrorOfOneProduct) {
  EVIDENCE("ACC-FLOAT-DOT");
  const int n = 1;
  const double published = ((1 + u * u) * (std::pow(1 + u, n) - 1) / u - n) * a * b;
  const double meant = ((1 + u) * (1 + u) * (std::pow(1 + u, n) - 1) / u - n) * a * b;
  EXPECT_LT(published, error);
  EXPECT_GE(meant, error);
  EXPECT_GE(a_priori_dot(DType::f16, Accumulation::sequential, 1, a * b, a * b), error);
}

TEST(Published, MatMulsSecondFormWithMinusIsNegative) {
  const int n = 1;
  const double rest = (std::pow(1 + u, n) - 1 - n * u) / (u * u) * (1 + u) * (1 + u);
  EXPECT_LT((rest - n * (2 + u)) * a * b * u, 0);
  // with plus it is the first form again
  EXPECT_NEAR((rest + n * (2 + u)) * a * b * u, ((1 + u) * (1 + u) - 1) * a * b, 1e-12);
}

TEST(Published, DivsPropagationFormulasWithAnExtraDivisorAreTooSmall) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  // 8 / 4 against 9 / 4: the quotient moves by a quarter
  const double A = 8, B = 4, A_err = 1, B_err = 0, moved = (A + A_err) / (B + B_err) - A / B;
  EXPECT_EQ(moved, 0.25);
  const double first = (A_err * B - B_err * A) / (B * B * (B + B_err));
  const double third = (std::abs(A_err) + std::abs(A * B_err / B)) / (std::abs(B) * std::abs(B + B_err));
  EXPECT_LT(first, moved);
  EXPECT_LT(third, moved);
  // without the extra divisor both are right
  EXPECT_EQ(first * B, moved);
  EXPECT_EQ(third * B, moved);
  EXPECT_GE(ErrorRules::quotient(A, A_err, {B, B}, B_err, 1), moved);
}

TEST(Published, SqrtsFirstOrderBoundIsBelowTheErrorOfANumberThatIsTooLarge) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const double X = 1, X_err = 0.75, moved = std::sqrt(X) - std::sqrt(X - X_err);
  EXPECT_EQ(moved, 0.5);
  EXPECT_LT(X_err / (2 * std::sqrt(X)), moved);
  EXPECT_GE(ErrorRules::root(X, X_err, 1), moved);
  EXPECT_LT(ErrorRules::root(X, X_err, 1), moved + 1e-12);
}

TEST(Published, IntegerDivsHalfIsBelowTheErrorOfTruncationAndOfFloor) {
  OpCase truncated{"Div", DType::i32, "[7]", "[4]"};
  truncated.profile = find_profile("onnx");
  EXPECT_EQ(run_op(truncated).text, "[1]");                            // 7/4 is 1.75: wrong by 0.75
  EXPECT_EQ(run_op({"Div", DType::i32, "[-5]", "[4]"}).text, "[-2]");  // -1.25: wrong by 0.75
}

}  // namespace
}  // namespace etalon::tests
