// SPDX-License-Identifier: Apache-2.0
// The exact shadow: real values, certified errors, and balls where rationals grow.
#include "accuracy/shadow.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <random>

#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

Trail with_inputs(const CheckedModel& model, std::vector<Tensor> inputs) {
  Trail trail(model.graph->values.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) trail[model.graph->inputs[i]].emplace(std::move(inputs[i]));
  return trail;
}

TEST(Shadow, AQuotientOfFloatsHasItsRationalValueAndItsErrorInUlps) {
  EVIDENCE("ACC-ALL-SHADOW");
  const auto model = GraphMaker(DType::f32)
                         .input("A", {1})
                         .input("B", {1})
                         .node("Div", "A", "B", "Q", {1})
                         .node("Mul", "Q", "B", "C", {1})
                         .output("C")
                         .model();
  const auto trail = trail_of(
      *model, with_inputs(*model, {tensor_of<float>(DType::f32, {1}, {1}), tensor_of<float>(DType::f32, {1}, {3})}),
      {});
  ASSERT_TRUE(trail);
  const Shadow shadow = shadow_of(*model, *trail);
  EXPECT_EQ(shadow.precision, 0);
  EXPECT_EQ(to_string(std::get<Number>(shadow.values[2][0])), "1/3");
  EXPECT_EQ(to_string(std::get<Number>(shadow.values[3][0])), "1");
  // float(1/3) = 11184811 * 2^-25, which is 2^-25 / 3 above 1/3: a third of its ulp
  const Error error = error_of(std::as_const(*(*trail)[2]).view(), 0, shadow.values[2][0]);
  EXPECT_NEAR(error.absolute, 0x1p-25 / 3, 1e-22);
  EXPECT_NEAR(error.ulp, 1.0 / 3, 1e-12);
  EXPECT_NEAR(error.relative, 0x1p-25, 1e-20);
}

TEST(Shadow, TheErrorOfASubnormalDoubleIsInUlpsWhatItIsAndNotAWholeOne) {
  EVIDENCE("ACC-ALL-SHADOW");
  const auto model =
      GraphMaker(DType::f64).input("A", {2}).input("B", {2}).node("Div", "A", "B", "Q", {2}).output("Q").model();
  // 10/3 units of the smallest number, rounded to 3; half of that number, rounded to 0
  const auto trail = trail_of(*model,
                              with_inputs(*model, {tensor_of<double>(DType::f64, {2}, {10 * 0x1p-1074, 0x1p-1074}),
                                                   tensor_of<double>(DType::f64, {2}, {3, 2})}),
                              {});
  ASSERT_TRUE(trail);
  const Shadow shadow = shadow_of(*model, *trail);
  const TensorView computed = std::as_const(*(*trail)[2]).view();
  const Error third = error_of(computed, 0, shadow.values[2][0]), half = error_of(computed, 1, shadow.values[2][1]);
  EXPECT_GE(third.ulp, 1.0 / 3);
  EXPECT_NEAR(third.ulp, 1.0 / 3, 1e-15);
  EXPECT_NEAR(third.relative, 0.1, 1e-15);
  EXPECT_EQ(third.absolute, 0x1p-1074);  // no double is nearer above
  EXPECT_EQ(half.ulp, 0.5);
  EXPECT_EQ(half.relative, 1);
}

TEST(Shadow, WhereRationalsGrowBallsAreTightEnoughForTheError) {
  EVIDENCE("ACC-ALL-SHADOW");
  // x <- x * x / y, twenty times: the rational would have millions of digits
  GraphMaker maker(DType::f64);
  maker.input("X0", {2}).input("Y", {2});
  const auto name = [](char letter, int i) { return std::string(1, letter).append(std::to_string(i)); };
  for (int i = 0; i < 20; ++i)
    maker.node("Mul", name('X', i), name('X', i), name('S', i), {2})
        .node("Div", name('S', i), "Y", name('X', i + 1), {2});
  const auto model = maker.output("X20").model();
  const auto trail = trail_of(*model,
                              with_inputs(*model, {tensor_of<double>(DType::f64, {2}, {0.7000000001, 3}),
                                                   tensor_of<double>(DType::f64, {2}, {0.7, 3})}),
                              {});
  ASSERT_TRUE(trail);
  const Shadow shadow = shadow_of(*model, *trail);
  EXPECT_GE(shadow.precision, 256);
  const std::uint32_t last = model->graph->outputs[0];
  const Error error = error_of(std::as_const(*(*trail)[last]).view(), 0, shadow.values[last][0]);
  EXPECT_TRUE(error.tight);
  EXPECT_GT(error.ulp, 1);  // each squaring doubles what was wrong before
  EXPECT_LT(error.relative, 1e-8);
  // 3 * 3 / 3 is exact each time, and stays a rational
  EXPECT_EQ(to_string(std::get<Number>(shadow.values[last][1])), "3");
}

TEST(Shadow, WhatHasNoRealValueHasAnInfiniteError) {
  EVIDENCE("ACC-ALL-SHADOW");
  const auto model =
      GraphMaker(DType::f32).input("A", {3}).input("B", {3}).node("Div", "A", "B", "C", {3}).output("C").model();
  const auto trail = trail_of(*model,
                              with_inputs(*model, {tensor_of<float>(DType::f32, {3}, {1, NAN, 3e38f}),
                                                   tensor_of<float>(DType::f32, {3}, {0, 1, 1e-10f})}),
                              {});
  ASSERT_TRUE(trail);
  const Shadow shadow = shadow_of(*model, *trail);
  const TensorView computed = std::as_const(*(*trail)[2]).view();
  EXPECT_TRUE(std::holds_alternative<NoValue>(shadow.values[2][0]));
  EXPECT_TRUE(std::holds_alternative<NoValue>(shadow.values[2][1]));
  EXPECT_TRUE(std::holds_alternative<Number>(shadow.values[2][2]));  // the real quotient is there, the float is not
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(std::isinf(error_of(computed, i, shadow.values[2][i]).absolute));
}

TEST(Shadow, AProductOf128CubedIsDoneInTenSeconds) {
  EVIDENCE("ACC-ALL-SHADOW");
  const auto model = GraphMaker(DType::f32)
                         .input("A", {128, 128})
                         .input("B", {128, 128})
                         .node("MatMul", "A", "B", "C", {128, 128})
                         .output("C")
                         .model();
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> a(128 * 128), b(128 * 128);
  for (float& x : a) x = normal(random);
  for (float& x : b) x = normal(random);
  const auto trail = trail_of(
      *model, with_inputs(*model, {tensor_of(DType::f32, {128, 128}, a), tensor_of(DType::f32, {128, 128}, b)}), {});
  ASSERT_TRUE(trail);
  const auto start = std::chrono::steady_clock::now();
  const Shadow shadow = shadow_of(*model, *trail);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("exact shadow of 128 x 128 x 128: %.2f s\n", seconds);
#if !defined(__SANITIZE_ADDRESS__) && defined(NDEBUG)
#ifndef ETALON_INSTRUMENTED  // sanitizers cost time of their own
  EXPECT_LT(seconds, 10);
#endif
#endif
  double most = 0;
  for (std::uint64_t i = 0; i < 128 * 128; ++i)
    most = std::max(most, error_of(std::as_const(*(*trail)[2]).view(), i, shadow.values[2][i]).absolute);
  EXPECT_GT(most, 0);
  EXPECT_LT(most, 1e-3);
}

}  // namespace
}  // namespace etalon::tests
