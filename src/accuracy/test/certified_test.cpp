// SPDX-License-Identifier: Apache-2.0
// The certified error of a run: the figures of the exact shadow, by balls of a few words.
#include "accuracy/certified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

#include "accuracy/analysis.hpp"
#include "tests/support/backward_team.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

Trail with_inputs(const CheckedModel& model, std::vector<Tensor> inputs) {
  Trail trail(model.graph->values.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) trail[model.graph->inputs[i]].emplace(std::move(inputs[i]));
  return trail;
}

std::vector<float> drawn(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<float> numbers(count);
  for (float& x : numbers) x = static_cast<float>(static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-63);
  return numbers;
}

void add_unary(GraphMaker& maker, const char* op, const std::string& x, const std::string& y,
               const std::vector<std::uint64_t>& dims) {
  const std::uint32_t operand = maker.value(x);
  maker.graph.nodes.push_back({"", "", op, {operand}, {maker.value(y, dims)}, {}});
}

// Products, a comparison, functions and a quotient.
std::shared_ptr<const CheckedModel> network() {
  GraphMaker maker(DType::f32);
  maker.input("A", {6, 20}).input("B", {20, 5}).node("MatMul", "A", "B", "C", {6, 5});
  add_unary(maker, "Relu", "C", "D", {6, 5});
  add_unary(maker, "Exp", "D", "E", {6, 5});
  maker.node("Div", "D", "E", "F", {6, 5});
  add_unary(maker, "Tanh", "F", "G", {6, 5});
  return maker.output("G").model();
}

TEST(Certified, ErrorsAreThoseOfTheShadow) {
  EVIDENCE("ACC-ALL-RUN");
  const auto model = network();
  const Tensor a = tensor_of<float>(DType::f32, {6, 20}, drawn(120, 1)),
               b = tensor_of<float>(DType::f32, {20, 5}, drawn(100, 2));
  const auto analysis = analyse(model, {{a, a}, {b, b}}, {});
  ASSERT_TRUE(analysis);
  ASSERT_TRUE(analysis->shadowed && analysis->run);
  EXPECT_EQ(analysis->run->words, 4u);
  std::size_t compared = 0;
  for (const std::uint32_t output : model->graph->outputs)
    for (std::size_t i = 0; i < analysis->errors[output].size(); ++i, ++compared) {
      const Error &exact = analysis->errors[output][i], &certified = analysis->run->errors[output][i];
      EXPECT_TRUE(certified.tight);
      EXPECT_NEAR(certified.absolute, exact.absolute, exact.absolute * 1e-6);
      EXPECT_NEAR(certified.ulp, exact.ulp, exact.ulp * 1e-6);
    }
  EXPECT_EQ(compared, 30u);
  double largest = 0;
  for (const Error& error : analysis->errors[model->graph->outputs[0]]) largest = std::max(largest, error.absolute);
  EXPECT_NEAR(analysis->run->values[model->graph->outputs[0]].largest.absolute, largest, largest * 1e-6);
}

// Tasks that are done from the last to the first, with any number of threads.
TEST(Certified, FiguresDoNotDependOnThreads) {
  EVIDENCE("ACC-ALL-RUN");
  const auto model = network();
  const Trail inputs = with_inputs(*model, {tensor_of<float>(DType::f32, {6, 20}, drawn(120, 3)),
                                            tensor_of<float>(DType::f32, {20, 5}, drawn(100, 4))});
  const auto alone = certify(*model, inputs, {});
  ASSERT_TRUE(alone);
  for (const unsigned threads : {1u, 2u, 7u, 100u}) {
    BackwardTeam team(threads);
    const auto run = certify(*model, inputs, {}, {.team = &team});
    ASSERT_TRUE(run);
    const std::uint32_t output = model->graph->outputs[0];
    for (std::size_t i = 0; i < 30; ++i) {
      EXPECT_EQ(run->real[output][i].word, alone->real[output][i].word);
      EXPECT_EQ(run->real[output][i].radius, alone->real[output][i].radius);
    }
    for (std::size_t v = 0; v < run->values.size(); ++v) {
      EXPECT_EQ(run->values[v].at, alone->values[v].at);
      EXPECT_EQ(run->values[v].elements, alone->values[v].elements);
      EXPECT_EQ(run->values[v].largest.absolute, alone->values[v].largest.absolute);
      EXPECT_EQ(run->values[v].size, alone->values[v].size);
    }
    EXPECT_EQ(run->all_decisions().all, alone->all_decisions().all);
    EXPECT_EQ(run->all_decisions().all, 30u);
  }
}

TEST(Certified, PartsTogetherTakeEveryElementOnceDownTheColumns) {
  EVIDENCE("ACC-ALL-RUN");
  for (const std::vector<std::uint64_t>& dims :
       std::vector<std::vector<std::uint64_t>>{{}, {7}, {3, 5}, {1, 6}, {2, 3, 4}, {1, 4, 3, 5}, {2, 0, 3}}) {
    const Shape shape = *Shape::of(dims);
    std::vector<std::uint64_t> taken, columns;
    for (std::size_t part = 0; part < 4; ++part)
      for (const std::uint64_t i : Balls({}, {part, 4}).elements(shape)) taken.push_back(i);
    const std::uint64_t rows = dims.empty() ? 1 : dims[0] * (dims.size() > 2 ? dims[1] : 1);
    for (std::uint64_t k = 0; k < shape.count; ++k) columns.push_back(k % rows * (shape.count / rows) + k / rows);
    EXPECT_EQ(taken, columns) << to_string(shape);
    std::ranges::sort(taken);
    for (std::uint64_t i = 0; i < shape.count; ++i) ASSERT_EQ(taken[i], i) << to_string(shape);
  }
}

// In float 2^24 + 1 - 2^24 is 0, so that less a half it is below 0, and over the reals above.
TEST(Certified, ADecisionThatTheRunTakesOtherwiseIsCounted) {
  EVIDENCE("ACC-ALL-RUN");
  GraphMaker maker(DType::f32);
  maker.input("A", {2}).input("B", {2}).input("C", {2}).input("H", {2});
  maker.node("Add", "A", "B", "S", {2}).node("Sub", "S", "C", "D", {2}).node("Sub", "D", "H", "T", {2});
  add_unary(maker, "Relu", "T", "Y", {2});
  const auto model = maker.output("Y").model();
  const auto two = [](float x, float y) { return tensor_of<float>(DType::f32, {2}, {x, y}); };
  const auto run =
      certify(*model, with_inputs(*model, {two(0x1p24f, 3), two(1, 1), two(0x1p24f, 1), two(0.5f, 0.5f)}), {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->decisions[3].all, 2u);
  EXPECT_EQ(run->decisions[3].otherwise, 1u);
  EXPECT_EQ(run->all_decisions().unsettled, 0u);
  const std::uint32_t output = model->graph->outputs[0];
  EXPECT_EQ(run->errors[output][0].absolute, 0.5);
  EXPECT_EQ(run->errors[output][1].absolute, 0);
  EXPECT_EQ(run->values[output].at, 0u);
}

// A product takes weights as they are stored, and those that a node has made as balls.
TEST(Certified, StoredWeightsAreTheNumbersThatTheirBallsAre) {
  EVIDENCE("ACC-ALL-RUN");
  GraphMaker maker(DType::f32);
  maker.input("X", {4, 6}).input("W", {6, 5}).node("Add", "X", "X", "A", {4, 6});
  add_unary(maker, "Identity", "W", "B", {6, 5});
  maker.node("MatMul", "A", "W", "Y", {4, 5}).node("MatMul", "A", "B", "Z", {4, 5});
  const auto model = maker.output("Y").output("Z").model();
  std::vector<float> x = drawn(24, 5), w = drawn(30, 6);
  const float special[] = {0, -0.0f, 0x1p-149f, -0x1.8p-127f, 0x1p-126f, 0x1.fffffep127f, -1};
  std::ranges::copy(special, w.begin() + 3);
  w[28] = std::numeric_limits<float>::infinity();  // in the fourth column
  w[4] = std::numeric_limits<float>::quiet_NaN();  // in the last one
  x[7] = 0;
  const auto run = certify(
      *model, with_inputs(*model, {tensor_of<float>(DType::f32, {4, 6}, x), tensor_of<float>(DType::f32, {6, 5}, w)}),
      {});
  ASSERT_TRUE(run);
  const RealBalls &stored = run->real[model->graph->outputs[0]], &balls = run->real[model->graph->outputs[1]];
  ASSERT_EQ(stored.size(), 20u);
  for (std::size_t i = 0; i < stored.size(); ++i) {
    EXPECT_EQ(stored[i].state == WordBall::State::number, i % 5 < 3) << i;
    EXPECT_EQ(stored[i].state, balls[i].state) << i;
    EXPECT_EQ(stored[i].word, balls[i].word) << i;
    EXPECT_EQ(stored[i].exponent, balls[i].exponent) << i;
    EXPECT_EQ(stored[i].negative, balls[i].negative) << i;
    EXPECT_EQ(stored[i].radius, balls[i].radius) << i;
  }
}

TEST(Certified, WhatHasNoRealValueIsCounted) {
  EVIDENCE("ACC-ALL-RUN");
  const auto model =
      GraphMaker(DType::f32).input("A", {3}).input("B", {3}).node("Div", "A", "B", "Q", {3}).output("Q").model();
  const auto run = certify(
      *model,
      with_inputs(*model, {tensor_of<float>(DType::f32, {3}, {1, 1, 0}), tensor_of<float>(DType::f32, {3}, {3, 0, 0})}),
      {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->values[2].without_value, 2u);
  EXPECT_TRUE(std::isinf(run->errors[2][1].absolute));
  EXPECT_NEAR(run->errors[2][0].absolute, 0x1p-25 / 3, 1e-15);
}

// The sum of the squares around each element is one of them, and no number: its power is none, be the exponent 0.
TEST(Certified, APowerOfWhatHasNoRealValueHasNone) {
  EVIDENCE("ACC-ALL-RUN", "LRN-FLOAT-RESULT");
  for (const float beta : {0.0F, 0.5F, 1.0F}) {
    GraphMaker maker(DType::f32);
    maker.input("X", {1, 3});
    maker.graph.nodes.push_back(
        {"", "", "LRN", {0}, {maker.value("Y", {1, 3})}, {{"size", std::int64_t{5}}, {"beta", beta}}});
    const auto model = maker.output("Y").model();
    ASSERT_TRUE(model);
    const Tensor x = tensor_of<float>(DType::f32, {1, 3}, {1, INFINITY, 2});
    const auto run = certify(*model, with_inputs(*model, {x}), {});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->values[model->graph->outputs[0]].without_value, 3u) << beta;
  }
}

// (X + X) / 3 is cut at -1 and at an infinity, as exporters write a Clip with one bound.
TEST(Certified, AClipIsBoundedByNoInfinity) {
  EVIDENCE("ACC-ALL-RUN", "CLIP-ALL-OMITTED");
  constexpr float numbers[] = {-1, std::numeric_limits<float>::infinity(), 3};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(numbers));
  const auto constant = [&](std::size_t k) {
    return Constant{DType::f32, Shape{}, Constant::Encoding::little_endian, bytes.subspan(4 * k, 4)};
  };
  for (const bool upper : {true, false}) {
    GraphMaker maker(DType::f32);
    maker.input("X", {3}).node("Add", "X", "X", "S", {3}).node("Div", "S", "Three", "Q", {3});
    maker.graph.nodes.push_back(
        {"", "", "Clip", {maker.value("Q"), maker.value("Low"), maker.value("High")}, {maker.value("Y", {3})}, {}});
    maker.graph.initializers = {{maker.value("Low"), constant(0)},
                                {maker.value("High"), constant(upper ? 1 : 0)},
                                {maker.value("Three"), constant(2)}};
    const auto model = maker.output("Y").model();
    ASSERT_TRUE(model);
    const Tensor x = tensor_of<float>(DType::f32, {3}, {-9, 1, 7});
    const auto analysis = analyse(model, {{x, x}}, {});
    ASSERT_TRUE(analysis);
    const std::uint32_t output = model->graph->outputs[0];
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_TRUE(std::isfinite(analysis->run->errors[output][i].absolute));
      EXPECT_TRUE(std::isfinite(analysis->errors[output][i].absolute));
      EXPECT_TRUE(std::isfinite(analysis->values[output].bound[i]));
      EXPECT_EQ(analysis->errors[output][i].absolute == 0, i == 0 || !upper);
    }
  }
}

// Of a power of two one ulp is twice that of the numbers below.
TEST(Certified, TheUlpOfABallAboveAPowerOfTwoIsTheLargerOne) {
  EVIDENCE("ACC-ALL-RUN");
  for (const int exponent : {-60, 0, 100}) {
    const double power = std::ldexp(1.0, exponent);
    const Tensor parts = tensor_of<double>(DType::f64, {2}, {power, power * 0x1p-100});
    BallSum sum(4);
    sum.add(ball_of(parts.view(), 0));
    sum.add(ball_of(parts.view(), 1));
    WordBall real = sum.value();
    real.radius = power * 0x1p-180;  // all of it is above the power
    const Tensor computed = tensor_of<float>(DType::f32, {1}, {static_cast<float>(power * (1 + 0x1p-20))});
    EXPECT_NEAR(error_of(computed.view(), 0, real).ulp, 8, 1e-6) << exponent;
    real.radius = power * 0x1p-90;  // some of it may be below
    EXPECT_NEAR(error_of(computed.view(), 0, real).ulp, 16, 1e-6) << exponent;
  }
}

TEST(Certified, AnErrorThatMayBeOtherThanZeroIsNotZeroUlp) {
  EVIDENCE("ACC-ALL-RUN");
  const Tensor computed = tensor_of<float>(DType::f32, {1}, {0x1p127F});
  WordBall real = ball_of(computed.view(), 0);
  EXPECT_EQ(error_of(computed.view(), 0, real).ulp, 0);
  real.radius = 0x1p-1010;  // in ulp it is below the smallest double
  const Error error = error_of(computed.view(), 0, real);
  EXPECT_GE(error.absolute, 0x1p-1010);
  EXPECT_GT(error.ulp, 0);
  EXPECT_GT(error.relative, 0);
}

// e to the power of -10^9, as behind the mask of an attention, has an exponent that no ball has.
TEST(Certified, WhatIsNextToZeroHasAValue) {
  EVIDENCE("ACC-ALL-RUN");
  GraphMaker maker(DType::f32);
  maker.input("X", {1, 3});
  add_unary(maker, "Softmax", "X", "Y", {1, 3});
  const auto model = maker.output("Y").model();
  const auto run = certify(*model, with_inputs(*model, {tensor_of<float>(DType::f32, {1, 3}, {1, 2, -1e9F})}), {}, {});
  ASSERT_TRUE(run);
  const std::uint32_t y = model->graph->outputs[0];
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(run->real[y][i].state, WordBall::State::number);
    EXPECT_LT(run->errors[y][i].absolute, 1e-7);
    EXPECT_TRUE(run->errors[y][i].tight);
  }
  EXPECT_LT(run->errors[y][2].ulp, 0x1p-30);
}

// A map that is chaotic: errors and radii grow at each step.
TEST(Certified, WordsAreAddedUntilTheErrorIsTold) {
  EVIDENCE("ACC-ALL-RUN");
  GraphMaker maker(DType::f32);
  maker.input("X0", {1}).input("R", {1});
  // x <- r (x - x^2)
  std::string x = "X0";
  for (int i = 0; i < 120; ++i) {
    const std::string n = std::to_string(i);
    maker.node("Mul", x, x, "S" + n, {1})
        .node("Sub", x, "S" + n, "D" + n, {1})
        .node("Mul", "D" + n, "R", "X" + std::to_string(i + 1), {1});
    x = "X" + std::to_string(i + 1);
  }
  const auto model = maker.output(x).model();
  const Trail inputs =
      with_inputs(*model, {tensor_of<float>(DType::f32, {1}, {0.3f}), tensor_of<float>(DType::f32, {1}, {3.9f})});
  const auto run = certify(*model, inputs, {});
  ASSERT_TRUE(run);
  EXPECT_GT(run->words, 4u);
  EXPECT_TRUE(run->is_tight(*model->graph));
  const auto few = certify(*model, inputs, {}, {.words = 2, .most_words = 2});
  ASSERT_TRUE(few);
  EXPECT_FALSE(few->is_tight(*model->graph));
  EXPECT_GE(few->errors[model->graph->outputs[0]][0].absolute, run->errors[model->graph->outputs[0]][0].absolute);
}

}  // namespace
}  // namespace etalon::tests
