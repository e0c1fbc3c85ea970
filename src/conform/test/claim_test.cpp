// SPDX-License-Identifier: Apache-2.0
// Claims over boxes: what is proved is true of every evaluation, and what is not is said.
#include "conform/properties/claim.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>

#include "conform/properties/evaluations.hpp"
#include "run/interpret.hpp"
#include "simd/threads.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graph_constants.hpp"

namespace etalon::tests {
namespace {

// Products with constants, with a Relu between each two.
struct Layers {
  explicit Layers(std::vector<std::vector<float>> given, std::vector<std::uint64_t> sizes,
                  Accumulation policy = Accumulation::sequential, bool ends_in_relu = false)
      : weights(std::move(given)) {
    GraphMaker maker(DType::f32);
    maker.input("X", {1, sizes[0]});
    std::string x = "X";
    for (std::size_t l = 0; l < weights.size(); ++l) {
      const std::string number = std::to_string(l);
      if (l != 0) {
        maker.graph.nodes.push_back({"", "", "Relu", {maker.value(x)}, {maker.value("R" + number, {1, sizes[l]})}, {}});
        x = "R" + number;
      }
      add_constant(maker, "W" + number, {sizes[l], sizes[l + 1]}, weights[l]);
      maker.node("MatMul", x, "W" + number, "P" + number, {1, sizes[l + 1]});
      x = "P" + number;
    }
    if (ends_in_relu) {
      maker.graph.nodes.push_back({"", "", "Relu", {maker.value(x)}, {maker.value("Y", {1, sizes.back()})}, {}});
      x = "Y";
    }
    model = maker.output(x).model(policy);
  }
  std::vector<std::vector<float>> weights;
  std::shared_ptr<const CheckedModel> model;
};

std::string text_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

// Inputs and outputs declared, every input in a box.
std::string boxed(std::size_t inputs, std::size_t outputs, double low, double high) {
  std::string text;
  for (std::size_t k = 0; k < inputs; ++k) text += "(declare-const X_" + std::to_string(k) + " Real)";
  for (std::size_t k = 0; k < outputs; ++k) text += "(declare-const Y_" + std::to_string(k) + " Real)";
  for (std::size_t k = 0; k < inputs; ++k)
    text += "(assert (>= X_" + std::to_string(k) + ' ' + text_of(low) + "))(assert (<= X_" + std::to_string(k) + ' ' +
            text_of(high) + "))";
  return text;
}

JudgedClaim claimed(const auto& network, const std::string& text, const ClaimSettings& settings = {}) {
  const Result<Property> property = read_property(text, "p");
  EXPECT_TRUE(property) << property.finding().message;
  const Result<PropertyModels> models = fitted(*property, {network.model});
  EXPECT_TRUE(models) << models.finding().message;
  Result<JudgedClaim> claim = judge_claim(*models, {}, settings);
  EXPECT_TRUE(claim) << claim.finding().message;
  return *std::move(claim);
}

TEST(Claim, AComparisonThatNoInputReachesIsExcluded) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers sum({{1, 2, 3}}, {3, 1});
  const JudgedClaim claim = claimed(sum, boxed(3, 1, 0, 1) + "(assert (>= Y_0 6.1))");
  EXPECT_EQ(claim.answer, ClaimAnswer::holds);
  EXPECT_EQ(claim.boxes, 1u);
  EXPECT_EQ(claim.decided, claim.conjunctions);
  EXPECT_FALSE(claim.assumes_margin());
}

TEST(Claim, AnInputThatSatisfiesThePropertyIsShown) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers sum({{1, 2, 3}}, {3, 1});
  const JudgedClaim claim = claimed(sum, boxed(3, 1, 0, 1) + "(assert (>= Y_0 5))");
  ASSERT_EQ(claim.answer, ClaimAnswer::fails);
  ASSERT_TRUE(claim.judged && claim.counterexample);
  EXPECT_TRUE(claim.judged->is_in(BoxReading::decimals));
  EXPECT_EQ(claim.judged->any_order, InAnyOrder::holds);
}

// Over the reals the result is 1, and in float32, from left to right, 0.
TEST(Claim, WhatHoldsOverTheRealsAloneFails) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers cancelling({{16777216, 1, -16777216}}, {3, 1});
  const JudgedClaim claim = claimed(cancelling, boxed(3, 1, 1, 1) + "(assert (<= Y_0 0.5))");
  ASSERT_EQ(claim.answer, ClaimAnswer::fails);
  EXPECT_EQ(claim.judged->real.answer, PropertyAnswer::no);
}

// The same, summed exactly: this evaluation refutes nothing, and another order would.
TEST(Claim, WhatHoldsInOneOrderAloneIsNotProved) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers cancelling({{16777216, 1, -16777216}}, {3, 1}, Accumulation::exact);
  const JudgedClaim claim = claimed(cancelling, boxed(3, 1, 1, 1) + "(assert (<= Y_0 0.5))");
  EXPECT_EQ(claim.answer, ClaimAnswer::not_decided);
  EXPECT_EQ(claim.open, 1u);
}

TEST(Claim, AMarginIsAssumedOnlyWhereItIsLargerThanTheError) {
  EVIDENCE("VNN-ALL-MARGIN");
  const Layers cancelling({{16777216, 1, -16777216}}, {3, 1}, Accumulation::exact);
  const std::string text = boxed(3, 1, 1, 1) + "(assert (<= Y_0 0.5))";
  const JudgedClaim without = claimed(cancelling, text);
  ASSERT_GT(without.sufficient, 0);
  ASSERT_LT(without.sufficient, HUGE_VAL);
  const auto with = [&](double margin) { return claimed(cancelling, text, {.margin = Rational::number(margin)}); };
  const JudgedClaim above = with(std::nextafter(without.sufficient, HUGE_VAL));
  EXPECT_EQ(above.answer, ClaimAnswer::holds);
  EXPECT_TRUE(above.assumes_margin());
  EXPECT_EQ(with(without.sufficient).answer, ClaimAnswer::not_decided);
}

TEST(Claim, StrictAndOtherBoundsAreTold) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers positive({{1}}, {1, 1}, Accumulation::sequential, true);
  EXPECT_EQ(claimed(positive, boxed(1, 1, -1, 1) + "(assert (< Y_0 0))").answer, ClaimAnswer::holds);
  EXPECT_EQ(claimed(positive, boxed(1, 1, -1, 1) + "(assert (<= Y_0 0))").answer, ClaimAnswer::fails);
}

TEST(Claim, AnInputWithoutABoundIsAReason) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers sum({{1}}, {1, 1});
  const JudgedClaim claim =
      claimed(sum, "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (>= X_0 0))(assert (<= Y_0 -1))");
  EXPECT_EQ(claim.answer, ClaimAnswer::not_decided);
  EXPECT_NE(claim.reason.find("X_0"), std::string::npos);
}

TEST(Claim, ABoxWithoutPointsNeedsNoProof) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers sum({{1}}, {1, 1});
  const JudgedClaim claim = claimed(sum, boxed(1, 1, 1, 0) + "(assert (<= Y_0 1))");
  EXPECT_EQ(claim.answer, ClaimAnswer::holds);
  EXPECT_EQ(claim.boxes, 0u);
}

// A bound that no float32 is: the float next to it is outside, and belongs to the box that is bounded.
TEST(Claim, FloatsNextToABoundAreInTheBox) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers same({{1}}, {1, 1});
  const std::string text = boxed(1, 1, 0.25, 0.45) + "(assert (>= Y_0 ";
  EXPECT_EQ(claimed(same, text + "0.4500000001))").answer, ClaimAnswer::not_decided);  // 0.45 rounded is 0.4500000179
  EXPECT_EQ(claimed(same, text + "0.45000002))").answer, ClaimAnswer::holds);
}

// 0.1 + 0.2 = 0.3 as decimals, and no sum of the floats beside them is 0.3.
TEST(Claim, WhatIsSaidOfInputsAloneIsSaidOfTheirDecimals) {
  EVIDENCE("VNN-ALL-CLAIM", "VNN-ALL-MARGIN");
  const Layers same({{1, 0, 0, 1}}, {2, 2}, Accumulation::sequential, true);
  const std::string declared = boxed(2, 2, 0, 1);
  const std::string sums = "(assert (= X_0 0.1))(assert (= X_1 0.2))(assert (>= Y_0 0))";
  EXPECT_EQ(claimed(same, declared + sums + "(assert (= (+ X_0 X_1) 0.3))").answer, ClaimAnswer::not_decided);
  EXPECT_EQ(claimed(same, declared + sums + "(assert (= (+ X_0 X_1) 0.3001))").answer, ClaimAnswer::holds);
  EXPECT_EQ(claimed(same, declared + "(assert (= X_0 0.3))(assert (= X_1 0.30000000000000001))(assert (< X_0 X_1))"
                                     "(assert (>= Y_0 Y_1))")
                .answer,
            ClaimAnswer::not_decided);
  // As far as a margin goes: how far decimals are from floats it does not tell.
  EXPECT_EQ(claimed(same, declared + sums + "(assert (= (+ X_0 X_1) 0.3))", {.margin = Rational::number(1)}).answer,
            ClaimAnswer::not_decided);
}

// Decimals that exclude each other, and are the same float.
TEST(Claim, BoundsThatMeetOnceTheyAreRoundedLeaveAPoint) {
  EVIDENCE("VNN-ALL-CLAIM", "VNN-ALL-BOX");
  const Layers same({{1}}, {1, 1});
  const auto answer = [&](const std::string& bounds) {
    return claimed(same, "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (>= Y_0 0))" + bounds).answer;
  };
  EXPECT_EQ(answer("(assert (>= X_0 0.3))(assert (<= X_0 0.29999999999999999))"), ClaimAnswer::not_decided);
  EXPECT_EQ(answer("(assert (>= X_0 0.3))(assert (<= X_0 0.29))"), ClaimAnswer::holds);
  EXPECT_EQ(answer("(assert (> X_0 0.3))(assert (< X_0 0.3))"), ClaimAnswer::holds);
}

// Without a comparison of outputs no margin excludes anything.
TEST(Claim, ABoxAloneIsDecidedByNoMargin) {
  EVIDENCE("VNN-ALL-MARGIN");
  const Layers same({{1}}, {1, 1});
  const JudgedClaim claim = claimed(same, boxed(1, 1, 0.25, 0.25), {.margin = Rational::number(1)});
  EXPECT_EQ(claim.answer, ClaimAnswer::fails);
  const JudgedClaim beside = claimed(same, "(declare-const X_0 Real)(declare-const Y_0 Real)(assert (= X_0 0.3))",
                                     {.margin = Rational::number(1)});
  EXPECT_EQ(beside.answer, ClaimAnswer::not_decided);
  EXPECT_EQ(beside.sufficient, HUGE_VAL);
}

// A comparison with an input that has its value from the model.
TEST(Claim, AnInitializedInputIsAConstant) {
  EVIDENCE("VNN-ALL-CLAIM", "VNN-ALL-FIT");
  const InitializedInput network;
  const std::string text =
      "(vnnlib-version <2.0>)(declare-network f (declare-input X real [1])(declare-input W real [1] initialized)"
      "(declare-output Y real [1]))(assert (>= X[0] 0.5))(assert (<= X[0] 1))";
  EXPECT_EQ(claimed(network, text + "(assert (<= Y[0] W[0]))").answer, ClaimAnswer::holds);
  EXPECT_EQ(claimed(network, text + "(assert (>= Y[0] (+ W[0] 0.75)))").answer, ClaimAnswer::fails);
}

TEST(Claim, EveryConjunctionCounts) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers sum({{1, 1}}, {2, 1});
  const std::string text = boxed(2, 1, 0, 1) + "(assert (or (and (>= Y_0 3)) (and (<= Y_0 ";
  EXPECT_EQ(claimed(sum, text + "-1))))").answer, ClaimAnswer::holds);
  const JudgedClaim claim = claimed(sum, text + "1))))");
  EXPECT_EQ(claim.conjunctions, 2u);
  EXPECT_EQ(claim.answer, ClaimAnswer::fails);
}

// Networks with random weights, and the claim that the output is above a number a little below the least that was
// seen; under no policy does an input satisfy a property that was excluded, and where the number was seen none is.
TEST(Claim, NoEvaluationSatisfiesWhatIsExcluded) {
  EVIDENCE("VNN-ALL-CLAIM");
  std::mt19937_64 random(35);
  const auto in = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  unsigned proved = 0;
  for (int network = 0; network < 12; ++network) {
    const std::vector<std::uint64_t> sizes{3, 8, 8, 1};
    std::vector<std::vector<float>> weights;
    for (std::size_t l = 0; l + 1 < sizes.size(); ++l) {
      std::vector<float>& own = weights.emplace_back(sizes[l] * sizes[l + 1]);
      for (float& w : own) w = static_cast<float>(in(-1, 1));
    }
    const Layers layers(weights, sizes);
    const std::uint32_t input = layers.model->graph->inputs[0], output = layers.model->graph->outputs[0];
    double least = HUGE_VAL;
    for (int k = 0; k < 200; ++k) {
      std::vector<float> x(3);
      for (float& one : x) one = static_cast<float>(in(-0.5, 0.5));
      for (std::size_t p = 0; p < property_policies; ++p) {
        Trail given(layers.model->graph->values.size());
        given[input] = tensor_of<float>(DType::f32, {1, 3}, x);
        const auto run = trail_of(*layers.model, std::move(given), {}, {nullptr, static_cast<Accumulation>(p)});
        ASSERT_TRUE(run);
        least = std::min(least, mpq_get_d(number_of(std::as_const(*(*run)[output]).view(), 0).get()));
      }
    }
    const auto claim = [&](double number) {
      return claimed(layers, boxed(3, 1, -0.5, 0.5) + "(assert (<= Y_0 " + text_of(number) + "))", {.boxes = 2000});
    };
    EXPECT_NE(claim(least).answer, ClaimAnswer::holds) << network;
    proved += claim(least - 0.5).answer == ClaimAnswer::holds;
  }
  EXPECT_GE(proved, 6u);
}

TEST(Claim, VerdictsDoNotDependOnThreads) {
  EVIDENCE("VNN-ALL-CLAIM", "RUN-ALL-THREADS");
  const Layers layers({{1, -1, 0.5f, 2, 1, -0.25f}, {1, 1, -1}}, {2, 3, 1});
  Result<Threads> team = Threads::make(3);
  ASSERT_TRUE(team);
  const std::string text = boxed(2, 1, -1, 1) + "(assert (<= Y_0 -3.2))";
  const JudgedClaim alone = claimed(layers, text), together = claimed(layers, text, {.team = &*team});
  EXPECT_EQ(alone.answer, together.answer);
  EXPECT_EQ(alone.boxes, together.boxes);
  EXPECT_EQ(alone.error, together.error);
}

TEST(Claim, BoxesAreLimited) {
  EVIDENCE("VNN-ALL-CLAIM");
  const Layers layers({{1, 1, 1, -1}, {1, -1}}, {2, 2, 1});
  const std::string text = boxed(2, 1, -1, 1) + "(assert (>= Y_0 2.000001))";
  const JudgedClaim few = claimed(layers, text, {.boxes = 1});
  EXPECT_EQ(few.answer, ClaimAnswer::not_decided);
  EXPECT_EQ(few.boxes, 1u);
  EXPECT_GT(few.open, 0u);
  EXPECT_EQ(few.open_share, 1);
}

}  // namespace
}  // namespace etalon::tests
