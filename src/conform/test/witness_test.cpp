// SPDX-License-Identifier: Apache-2.0
// Verdicts on witnesses: the box, the reals, policies, and any admissible order.
#include "conform/properties/witness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/evidence.hpp"
#include "tests/support/graph_constants.hpp"

namespace etalon::tests {
namespace {

// Y = X W: one sum of n products with constants.
struct Dot {
  explicit Dot(const std::vector<float>& weights, Accumulation policy = Accumulation::sequential) : stored(weights) {
    const std::uint64_t n = stored.size();
    GraphMaker maker(DType::f32);
    maker.input("X", {1, n});
    add_constant(maker, "W", {n, 1}, stored);
    model = maker.node("MatMul", "X", "W", "Y", {1, 1}).output("Y").model(policy);
  }
  std::vector<float> stored;
  std::shared_ptr<const CheckedModel> model;
};

std::string declared(std::size_t inputs, std::size_t outputs) {
  std::string text;
  for (std::size_t k = 0; k < inputs; ++k) text += "(declare-const X_" + std::to_string(k) + " Real)";
  for (std::size_t k = 0; k < outputs; ++k) text += "(declare-const Y_" + std::to_string(k) + " Real)";
  return text;
}

std::vector<JudgedPoint> judged(const std::shared_ptr<const CheckedModel>& model, const std::string& text,
                                const std::string& witness_text) {
  const Result<Property> property = read_property(text, "p");
  EXPECT_TRUE(property) << property.finding().message;
  const Result<PropertyModels> models = fitted(*property, {model});
  EXPECT_TRUE(models) << models.finding().message;
  const Result<Witness> witness = read_witness(witness_text, "w", *property);
  EXPECT_TRUE(witness) << witness.finding().message;
  const auto points = judge(*models, *witness, {});
  EXPECT_TRUE(points) << points.finding().message;
  return *points;
}

constexpr auto sequential = static_cast<std::size_t>(Accumulation::sequential),
               exact = static_cast<std::size_t>(Accumulation::exact);

TEST(Witness, AWideMarginHoldsInEveryOrder) {
  EVIDENCE("VNN-ALL-VERDICT", "VNN-ALL-TRUTH");
  const Dot dot({1, 2, 3});
  const auto points = judged(dot.model, declared(3, 1) + "(assert (>= Y_0 1))", "((X_0 1)(X_1 1)(X_2 0.1)(Y_0 3.3))");
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].any_order, InAnyOrder::holds);
  EXPECT_EQ(points[0].real.answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].policies[sequential]->answer, PropertyAnswer::yes);
  EXPECT_GT(points[0].bounded_margin.low, 2.29);
  EXPECT_LT(points[0].bounded_margin.high, 2.31);
  const auto fails = judged(dot.model, declared(3, 1) + "(assert (>= Y_0 4))", "((X_0 1)(X_1 1)(X_2 0.1))");
  EXPECT_EQ(fails[0].any_order, InAnyOrder::fails);
  EXPECT_EQ(fails[0].real.answer, PropertyAnswer::no);
  EXPECT_LT(fails[0].real.margin.high, 0);
}

// 2^24 + 1 - 2^24 is 1 over the reals, and 0 if each sum is rounded.
TEST(Witness, WhatOneOrderConfirmsAndAnotherRefutesDepends) {
  EVIDENCE("VNN-ALL-VERDICT");
  const Dot dot({0x1p24f, 1, -0x1p24f});
  const auto points = judged(dot.model, declared(3, 1) + "(assert (>= Y_0 1))", "((X_0 1)(X_1 1)(X_2 1))");
  EXPECT_EQ(points[0].real.answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].policies[sequential]->answer, PropertyAnswer::no);
  EXPECT_EQ(points[0].policies[exact]->answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].any_order, InAnyOrder::depends);
  ASSERT_TRUE(points[0].shown);
  EXPECT_EQ(points[0].shown->first.judged.answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].shown->second.judged.answer, PropertyAnswer::no);
  ASSERT_TRUE(points[0].parting);
  EXPECT_EQ(points[0].parting->node, 0u);
  EXPECT_EQ(points[0].parting->nodes, 1u);
}

// All policies add from the first term on and give 2^-24·3 or more; only another order does not.
TEST(Witness, AnOrderThatNoPolicyHasIsFound) {
  EVIDENCE("VNN-ALL-VERDICT");
  // 1 + 2^-24 + 2^-24: sequentially 1; from the last to the first 1 + 2^-23.
  const Dot dot({1, 0x1p-24f, 0x1p-24f, 0x1p-24f});
  const auto points = judged(dot.model, declared(4, 1) + "(assert (or (<= Y_0 1) (>= Y_0 1.00000023)))",
                             "((X_0 1)(X_1 1)(X_2 1)(X_3 1))");
  EXPECT_EQ(points[0].policies[sequential]->answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].any_order, InAnyOrder::depends);
}

TEST(Witness, OfOneProductAndOfSmallIntegersEveryEvaluationIsTheSame) {
  EVIDENCE("VNN-ALL-VERDICT");
  // The margin is less than an ulp, but the result is a number of the type.
  const Dot dot({0.1f});
  const auto points = judged(dot.model, declared(1, 1) + "(assert (>= Y_0 0.0999))", "((X_0 1))");
  EXPECT_EQ(points[0].any_order, InAnyOrder::holds);
  const Dot whole({1, 1, 1});
  const auto counted =
      judged(whole.model, declared(3, 1) + "(assert (>= Y_0 6))(assert (<= Y_0 6))", "((X_0 1)(X_1 2)(X_2 3))");
  EXPECT_EQ(counted[0].real.answer, PropertyAnswer::yes);
  EXPECT_EQ(counted[0].any_order, InAnyOrder::holds);
}

// Y = Clip(1 / of, -1, 1), which tells the sign of a zero.
void add_clipped_reciprocal(GraphMaker& maker, const char* of) {
  static constexpr float one[] = {1}, low[] = {-1}, high[] = {1};
  maker.graph.opset = 13;
  add_constant(maker, "one", {1, 1}, one);
  add_constant(maker, "low", {}, low);
  add_constant(maker, "high", {}, high);
  maker.node("Div", "one", of, "Q", {1, 1});
  maker.graph.nodes.push_back(
      {"", "", "Clip", {maker.value("Q"), maker.value("low"), maker.value("high")}, {maker.value("Y", {1, 1})}, {}});
  maker.output("Y");
}

// -1 * 0 is -0 in an evaluation that does not begin with +0, and 1 divided by it is no longer above zero.
TEST(Witness, AQuotientByAZeroIsNotTheSameInEveryEvaluation) {
  EVIDENCE("VNN-ALL-VERDICT", "CON-FLOAT-SUM");
  GraphMaker maker(DType::f32);
  const std::vector<float> zero{0};
  maker.input("X", {1, 1});
  add_constant(maker, "W", {1, 1}, zero);
  maker.node("MatMul", "X", "W", "P", {1, 1});
  add_clipped_reciprocal(maker, "P");
  const auto points = judged(maker.model(), declared(1, 1) + "(assert (>= Y_0 0.5))", "((X_0 -1))");
  EXPECT_EQ(points[0].policies[sequential]->answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].any_order, InAnyOrder::not_decided);
}

TEST(Witness, AStatedZeroKeepsItsSign) {
  EVIDENCE("VNN-ALL-WITNESS");
  GraphMaker maker(DType::f32);
  maker.input("X", {1, 1});
  add_clipped_reciprocal(maker, "X");
  const auto model = maker.model();
  const auto expect = [&](const std::string& zero, PropertyAnswer answer) {
    const auto points =
        judged(model, declared(1, 1) + "(assert (>= Y_0 0.5))(assert (>= X_0 0))", "((X_0 " + zero + "))");
    EXPECT_EQ(points[0].reading, BoxReading::decimals);  // -0 is no less than 0
    for (const auto& run : points[0].policies) {
      ASSERT_TRUE(run);
      EXPECT_EQ(run->answer, answer) << zero;
    }
  };
  expect("-0.0", PropertyAnswer::no);
  expect("-0", PropertyAnswer::no);
  expect("0.0", PropertyAnswer::yes);
}

// An input with a value of its own has that, whatever a witness states.
TEST(Witness, AnInitializedInputIsWhatTheModelSays) {
  EVIDENCE("VNN-ALL-FIT", "VNN-ALL-BOX");
  const InitializedInput input;
  const auto network = [](const char* of_x, const char* of_w) {
    return std::string("(vnnlib-version <2.0>)(declare-network f (declare-input X real [1]") + of_x +
           ")(declare-input W real [1]" + of_w + ")(declare-output Y real [1]))";
  };
  const auto fits = [&](const std::string& text) {
    const Result<Property> property = read_property(text + "(assert (<= X[0] 1))", "p");
    EXPECT_TRUE(property) << property.finding().message;
    return static_cast<bool>(fitted(*property, {input.model}));
  };
  EXPECT_TRUE(fits(network("", " initialized")));
  EXPECT_FALSE(fits(network("", "")));
  EXPECT_FALSE(fits(network(" initialized", " initialized")));
  const auto points = judged(input.model, network("", " initialized") + "(assert (>= W[0] 6))(assert (>= Y[0] 5))",
                             "X real [1]\n0.5\nW real [1]\n7\n");
  EXPECT_FALSE(points[0].reading);
}

TEST(Witness, TheBoxIsJudgedInThreeReadings) {
  EVIDENCE("VNN-ALL-BOX");
  const Dot dot({1});
  const std::string box = declared(1, 1) + "(assert (>= X_0 0.45))(assert (<= X_0 0.5))(assert (>= Y_0 0))";
  const auto reads = [&](const std::string& x) { return judged(dot.model, box, "((X_0 " + x + "))")[0]; };
  // The float nearest to 0.45 is below it.
  EXPECT_EQ(reads("0.45").in_box, (std::array{true, false, true}));
  EXPECT_EQ(reads("0.44999998807907104").in_box, (std::array{false, false, true}));
  EXPECT_EQ(reads("0.46").in_box, (std::array{true, true, true}));
  EXPECT_EQ(reads("0.4499999").in_box, (std::array{false, false, false}));
  EXPECT_EQ(reads("0.5000000001").in_box, (std::array{false, true, true}));
  EXPECT_EQ(reads("0.45").reading, BoxReading::decimals);
  EXPECT_EQ(reads("0.44999998807907104").reading, BoxReading::all_rounded);
  EXPECT_EQ(reads("0.4").reading, std::nullopt);
  EXPECT_EQ(reads("0.4").any_order, InAnyOrder::holds);  // of the outputs
}

// Of two boxes each has its own outputs.
TEST(Witness, OutputsAreThoseOfTheBoxThatTheInputIsIn) {
  EVIDENCE("VNN-ALL-BOX");
  const Dot dot({1});
  const std::string boxes =
      declared(1, 1) + "(assert (or (and (<= X_0 0) (>= Y_0 100)) (and (>= X_0 1) (<= X_0 2) (>= Y_0 1))))";
  EXPECT_EQ(judged(dot.model, boxes, "((X_0 1.5))")[0].any_order, InAnyOrder::holds);
  EXPECT_EQ(judged(dot.model, boxes, "((X_0 -1.5))")[0].any_order, InAnyOrder::fails);
  EXPECT_EQ(judged(dot.model, boxes, "((X_0 0.5))")[0].reading, std::nullopt);
}

TEST(Witness, EveryPointOfAFileIsJudged) {
  EVIDENCE("VNN-ALL-WITNESS");
  const Dot dot({1, 1});
  const auto points =
      judged(dot.model, declared(2, 1) + "(assert (>= Y_0 3))(assert (<= X_0 5))", "((X_0 1)(X_1 1)(X_2 2)(X_3 2))");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].any_order, InAnyOrder::fails);
  EXPECT_EQ(points[1].any_order, InAnyOrder::holds);
  EXPECT_EQ(best_of(points), 1u);
  EXPECT_EQ(points[1].checker, CheckerVerdict::wrong_shape);
}

TEST(Witness, TheCheckerHasItsTolerances) {
  EVIDENCE("VNN-ALL-CHECKER");
  const Dot dot({1});
  const std::string box = declared(1, 1) + "(assert (<= X_0 0.5))(assert (>= Y_0 0.25))";
  const auto checker = [&](const std::string& text) { return judged(dot.model, box, text)[0].checker; };
  EXPECT_EQ(checker("((X_0 0.5)(Y_0 0.5))"), CheckerVerdict::correct);
  EXPECT_EQ(checker("((X_0 0.5)(Y_0 0.5001))"), CheckerVerdict::up_to_tolerance);
  EXPECT_EQ(checker("((X_0 0.50001)(Y_0 0.50001))"), CheckerVerdict::up_to_tolerance);
  EXPECT_EQ(checker("((X_0 0.51)(Y_0 0.51))"), CheckerVerdict::not_violated);
  EXPECT_EQ(checker("((X_0 0.5)(Y_0 0.6))"), CheckerVerdict::exec_does_not_match);
  EXPECT_EQ(checker("((X_0 0.5))"), CheckerVerdict::exec_does_not_match);
  // Without tolerance the second is what its run is.
  const JudgedPoint stated = judged(dot.model, box, "((X_0 0.5)(Y_0 0.5001))")[0];
  EXPECT_FALSE(stated.stated.is_same);
  EXPECT_GE(stated.stated.farthest, 0.0001);
  EXPECT_LT(stated.stated.farthest, 0.000101);
}

TEST(Witness, AnOutputThatIsNoNumberIsNotTold) {
  EVIDENCE("VNN-ALL-TRUTH");
  const Dot dot({0x1p127f, 0x1p127f});
  const auto points = judged(dot.model, declared(2, 1) + "(assert (>= Y_0 0))", "((X_0 2)(X_1 2))");
  EXPECT_EQ(points[0].policies[sequential]->answer, PropertyAnswer::unknown);
  EXPECT_EQ(points[0].any_order, InAnyOrder::not_decided);
}

TEST(Witness, ModelsMustFit) {
  EVIDENCE("VNN-ALL-FIT");
  const Dot dot({1, 1});
  const auto refusal = [&](const std::string& text) {
    const Result<Property> property = read_property(text, "p");
    EXPECT_TRUE(property) << property.finding().message;
    const auto models = fitted(*property, {dot.model});
    return models ? "" : models.finding().message;
  };
  const std::string flat = "(assert (<= X_0 1))";
  EXPECT_EQ(refusal(declared(2, 1) + flat), "");
  EXPECT_NE(refusal(declared(3, 1) + flat).find("is real [3], but \"X\" of the model is float [1,2]"),
            std::string::npos);
  const auto network = [](const std::string& inside) {
    return "(vnnlib-version <2.0>)(declare-network f " + inside + ")(assert (<= B[0,0] 1))";
  };
  EXPECT_EQ(refusal(network("(declare-input A float32 [1,2])(declare-output B real [1,1])")), "");
  EXPECT_NE(refusal(network("(declare-input A float16 [1,2])(declare-output B real [1,1])")), "");
  EXPECT_NE(refusal(network("(declare-input A float32 [2])(declare-output B real [1,1])")), "");
  EXPECT_NE(
      refusal(network("(declare-input A float32 [1,2])(declare-input C float32 [1,2])(declare-output B real [1,1])")),
      "");
  EXPECT_NE(refusal(network("(declare-input A float32 [1,2])(declare-hidden H real [1] \"h\")(declare-output B real "
                            "[1,1])")),
            "");
}

// A value inside of the network, as a variable of the property.
TEST(Witness, AHiddenValueIsCompared) {
  EVIDENCE("VNN-ALL-FIT", "VNN-ALL-VERDICT");
  const auto model = GraphMaker(DType::f32)
                         .input("X", {2})
                         .node("Add", "X", "X", "twice", {2})
                         .node("Mul", "twice", "X", "Y", {2})
                         .output("Y")
                         .model();
  const std::string text =
      "(vnnlib-version <2.0>)(declare-network f (declare-input A float32 [2])(declare-hidden H float32 [2] \"twice\")"
      "(declare-output B float32 [2]))(assert (<= H[1] (+ A[1] A[1])))(assert (>= H[1] 6))(assert (>= B[1] 18))";
  const auto points = judged(model, text, "A float32 [2]\n1\n3\n");
  EXPECT_EQ(points[0].real.answer, PropertyAnswer::yes);
  EXPECT_EQ(points[0].policies[sequential]->answer, PropertyAnswer::yes);
}

// All orders and trees of four terms, by arithmetic of the test's own: no verdict contradicts one of them.
void all_sums(std::vector<float> terms, std::vector<float>& sums) {
  if (terms.size() == 1) return sums.push_back(terms[0]);
  for (std::size_t i = 0; i < terms.size(); ++i)
    for (std::size_t k = i + 1; k < terms.size(); ++k) {
      std::vector<float> rest;
      for (std::size_t m = 0; m < terms.size(); ++m)
        if (m != i && m != k) rest.push_back(terms[m]);
      rest.push_back(terms[i] + terms[k]);
      all_sums(rest, sums);
    }
}

TEST(Witness, NoVerdictContradictsAnOrderOfFourTerms) {
  EVIDENCE("VNN-ALL-VERDICT");
  std::mt19937 random(20261119);
  const auto draw = [&] {
    const auto digits = static_cast<float>(1 + random() % 15);
    return std::ldexp(random() % 2 == 0 ? digits : -digits, -static_cast<int>(random() % 30));
  };
  std::array<unsigned, 4> seen = {};
  for (int k = 0; k < 300; ++k) {
    const std::vector<float> terms = {draw(), draw(), draw(), draw()};
    std::vector<float> sums;
    all_sums(terms, sums);
    // At one of the results: there orders disagree, if they ever do.
    char text[128];
    std::snprintf(text, sizeof text, "(assert (>= Y_0 %.60g))", static_cast<double>(sums[random() % sums.size()]));
    const double bound = std::strtod(text + 16, nullptr);
    const Dot dot(terms);
    const auto points = judged(dot.model, declared(4, 1) + text, "((X_0 1)(X_1 1)(X_2 1)(X_3 1))");
    const auto holds = static_cast<std::size_t>(
        std::ranges::count_if(sums, [&](float sum) { return static_cast<double>(sum) >= bound; }));
    const InAnyOrder any = points[0].any_order;
    ++seen[static_cast<std::size_t>(any)];
    if (any == InAnyOrder::holds) {
      EXPECT_EQ(holds, sums.size()) << text;
    }
    if (any == InAnyOrder::fails) {
      EXPECT_EQ(holds, 0u) << text;
    }
  }
  EXPECT_GT(seen[static_cast<std::size_t>(InAnyOrder::depends)], 0u);
  EXPECT_GT(seen[static_cast<std::size_t>(InAnyOrder::not_decided)], 0u);
}

}  // namespace
}  // namespace etalon::tests
