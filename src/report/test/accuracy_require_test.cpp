// SPDX-License-Identifier: Apache-2.0
// Requirements on outputs: what the bounds guarantee, and nothing else.
#include "report/accuracy/require.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/decimal_judge.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

std::shared_ptr<const CheckedModel> model_with(const std::string& output, std::uint64_t count = 1) {
  return GraphMaker(DType::f32)
      .input("A", {count})
      .input("B", {count})
      .node("Mul", "A", "B", output, {count})
      .output(output)
      .model();
}

// What is known of the output: each element lies between two floats, its error is at most `bound`.
Analysis knowing(const std::shared_ptr<const CheckedModel>& model, const std::vector<float>& low,
                 const std::vector<float>& high, std::vector<double> bound) {
  Analysis analysis;
  analysis.model = model;
  analysis.values.resize(3);
  analysis.values[2] = {tensor_of(DType::f32, {low.size()}, low), tensor_of(DType::f32, {high.size()}, high),
                        std::move(bound)};
  return analysis;
}

RequirementVerdict verdict_on(const Analysis& analysis, const std::string& text) {
  const auto requirement = parse_requirement(text, *analysis.model->graph, {});
  EXPECT_TRUE(requirement) << text;
  const auto verdicts = judge(analysis, *requirement);
  EXPECT_EQ(verdicts.size(), 1u);
  return verdicts[0];
}

bool met(const Analysis& analysis, const std::string& text) { return verdict_on(analysis, text).met; }

TEST(AccuracyRequire, AnAbsoluteLimitIsComparedExactlyWithTheBound) {
  EVIDENCE("ACC-ALL-REQUIRE");
  const Analysis analysis = knowing(model_with("Y"), {1}, {1}, {0x1p-24});
  EXPECT_TRUE(met(analysis, "Y<=0x1p-24"));
  EXPECT_TRUE(met(analysis, "Y<=5.9604644775390625e-08"));
  EXPECT_FALSE(met(analysis, "Y<=5.9604644775390624e-08"));
  EXPECT_FALSE(met(analysis, "Y<=0"));
  EXPECT_TRUE(met(knowing(model_with("Y"), {1}, {1}, {0}), "Y<=0"));
}

TEST(AccuracyRequire, ARelativeLimitIsRelativeToTheLeastRealValue) {
  EVIDENCE("ACC-ALL-REQUIRE");
  // computed 2, wrong by at most 1: the real value is between 1 and 3, and an error of 1 is all of it
  const Analysis analysis = knowing(model_with("Y"), {2}, {2}, {1});
  EXPECT_TRUE(met(analysis, "Y<=100%"));
  EXPECT_TRUE(met(analysis, "Y<=1 rel"));
  EXPECT_FALSE(met(analysis, "Y<=99.999%"));
  EXPECT_EQ(verdict_on(analysis, "Y<=1rel").largest, 1);
  // a range that holds zero, on either side of it, and none
  EXPECT_FALSE(met(knowing(model_with("Y"), {-1}, {1}, {1e-9}), "Y<=100%"));
  EXPECT_TRUE(met(knowing(model_with("Y"), {-3}, {-2}, {1e-9}), "Y<=1e-9 rel"));
  EXPECT_TRUE(met(knowing(model_with("Y"), {-1}, {1}, {0}), "Y<=0%"));
}

TEST(AccuracyRequire, AnUlpIsThatOfTheLeastRealValue) {
  EVIDENCE("ACC-ALL-REQUIRE");
  // below 1 the numbers are half as far from each other
  EXPECT_EQ(verdict_on(knowing(model_with("Y"), {1}, {1}, {0x1p-24}), "Y<=1ulp").largest, 1);
  EXPECT_EQ(verdict_on(knowing(model_with("Y"), {1.5f}, {1.5f}, {0x1p-24}), "Y<=1 ulp").largest, 0.5);
  EXPECT_TRUE(met(knowing(model_with("Y"), {1}, {1}, {0x1p-24}), "Y<=1ulp"));
  EXPECT_FALSE(met(knowing(model_with("Y"), {1}, {1}, {0x1p-24}), "Y<=0.999ulp"));
}

TEST(AccuracyRequire, TheSmallestBoundIsSaidAsItIs) {
  EVIDENCE("ACC-ALL-REQUIRE", "ACC-ALL-PRINTED");
  const auto model =
      GraphMaker(DType::f64).input("A", {1}).input("B", {1}).node("Div", "A", "B", "Y", {1}).output("Y").model();
  Analysis analysis;
  analysis.model = model;
  analysis.values.resize(3);
  const Tensor three = tensor_of<double>(DType::f64, {1}, {3 * 0x1p-1074});
  analysis.values[2] = {three, three, {0x1p-1074}};  // the real value is two or four units
  EXPECT_EQ(verdict_on(analysis, "Y<=1").largest, 0x1p-1074);
  EXPECT_EQ(verdict_on(analysis, "Y<=1ulp").largest, 1);
  EXPECT_EQ(verdict_on(analysis, "Y<=50%").largest, 0.5);
  EXPECT_TRUE(met(analysis, "Y<=50%"));
}

TEST(AccuracyRequire, AnInfiniteBoundMeetsNothing) {
  EVIDENCE("ACC-ALL-REQUIRE", "ACC-FLOAT-INFINITE");
  const Analysis analysis = knowing(model_with("Y", 2), {1, 2}, {1, 2}, {0.5, INFINITY});
  for (const char* text : {"Y<=1e300", "Y<=1e300%", "Y<=1e300 ulp"}) {
    const RequirementVerdict verdict = verdict_on(analysis, text);
    EXPECT_FALSE(verdict.met) << text;
    EXPECT_EQ(verdict.element, 1u);
    EXPECT_EQ(verdict.exceeding, 1u);
  }
  EXPECT_EQ(
      verdict_on(analysis, "Y<=1e300").sentence,
      "\"Y<=1e300\" is not met: output \"Y\" at [1] has no finite error bound; 1 of 2 elements exceeds the limit");
}

TEST(AccuracyRequire, TheSentenceShowsABoundWithinTheLimitAsWithinIt) {
  EVIDENCE("ACC-ALL-REQUIRE", "ACC-ALL-PRINTED");
  const Analysis analysis = knowing(model_with("Y"), {1}, {1}, {0x1p-24});
  EXPECT_EQ(verdict_on(analysis, "Y<=1e-3").sentence,
            "\"Y<=1e-3\" is met: no element of output \"Y\" has an error above 5.97e-08, by the bounds");
  EXPECT_EQ(verdict_on(analysis, "Y<=5.9605e-08").sentence,
            "\"Y<=5.9605e-08\" is met: no element of output \"Y\" has an error above 5.9605e-08, by the bounds");
  EXPECT_EQ(verdict_on(analysis, "Y<=1e-9").sentence,
            "\"Y<=1e-9\" is not met: the error bound of output \"Y\" at [0] is 5.97e-08");
}

TEST(AccuracyRequire, AnUlpWhereTheRealValueMayBeZeroIsExplainedInWords) {
  EVIDENCE("ACC-ALL-REQUIRE");
  EXPECT_EQ(verdict_on(knowing(model_with("Y", 2), {-1, 1}, {1, 1}, {0.25, 0x1p-24}), "Y<=0.75ulp").sentence,
            "\"Y<=0.75ulp\" is not met: the real value of output \"Y\" at [0] may be zero, where an ulp is only "
            "1.41e-45, and the error bound is 0.25; 2 of 2 elements exceed the limit");
}

TEST(AccuracyRequire, AQuotientThatIsADecimalIsSaidAsItIs) {
  EVIDENCE("ACC-ALL-REQUIRE", "ACC-ALL-PRINTED");
  // the real value is at least 10, a tenth of it is no double
  EXPECT_EQ(verdict_on(knowing(model_with("Y"), {11}, {11}, {1}), "Y<=1%").sentence,
            "\"Y<=1%\" is not met: the error bound of output \"Y\" at [0] is 0.1 times the real value");
}

template <class T>
Analysis analysed(const std::shared_ptr<const CheckedModel>& model, DType type, std::vector<std::pair<T, T>> inputs,
                  std::vector<double> tolerance = {}) {
  std::vector<InputKnowledge> known;
  for (const auto& [low, high] : inputs)
    known.push_back({tensor_of<T>(type, {1}, {low}), tensor_of<T>(type, {1}, {high})});
  known[0].tolerance = std::move(tolerance);
  known.resize(model->graph->values.size());
  auto analysis = analyse(model, std::move(known), {});
  EXPECT_TRUE(analysis);
  return std::move(*analysis);
}

GraphMaker with_inputs(DType type) { return GraphMaker(type).input("A", {1}).input("B", {1}); }

TEST(AccuracyRequire, AResultThatIsRoundedOnceIsWithinHalfAnUlp) {
  EVIDENCE("ACC-ALL-REQUIRE", "ACC-FLOAT-ROUNDING");
  for (const char* op : {"Add", "Mul", "Div"}) {
    const auto model = with_inputs(DType::f32).node(op, "A", "B", "Y", {1}).output("Y").model();
    // results on both sides of a power of two, where the ulp changes, and for Add and Mul on both sides of zero
    const Analysis analysis = analysed<float>(model, DType::f32, {{-1, 3}, {0.3f, 3}});
    EXPECT_TRUE(met(analysis, "Y<=0.5ulp")) << op;
    EXPECT_FALSE(met(analysis, "Y<=0.499ulp")) << op;
  }
  const auto quotient = with_inputs(DType::f64).node("Div", "A", "B", "Y", {1}).output("Y").model();
  const Analysis subnormal = analysed<double>(quotient, DType::f64, {{0x1p-1074, 10 * 0x1p-1074}, {2, 3}});
  EXPECT_TRUE(met(subnormal, "Y<=0.5ulp"));  // half of the smallest double is none
  EXPECT_FALSE(met(subnormal, "Y<=0.499ulp"));
}

TEST(AccuracyRequire, ASumOfProductsIsRoundedOnceIfItIsExactOrHasOneTerm) {
  EVIDENCE("ACC-ALL-REQUIRE", "ACC-FLOAT-ROUNDING");
  const auto half_an_ulp = [](std::uint64_t terms, Accumulation policy) {
    const auto model = GraphMaker(DType::f32)
                           .input("A", {1, terms})
                           .input("B", {terms, 1})
                           .node("MatMul", "A", "B", "Y", {1, 1})
                           .output("Y")
                           .model(policy);
    const std::vector<float> low(terms, 1), high(terms, 3);
    const auto range = [&](std::vector<std::uint64_t> shape) {
      return InputKnowledge{tensor_of(DType::f32, shape, low), tensor_of(DType::f32, shape, high)};
    };
    const auto analysis = analyse(model, {range({1, terms}), range({terms, 1}), {}}, {});
    EXPECT_TRUE(analysis);
    return met(*analysis, "Y<=0.5ulp");
  };
  EXPECT_TRUE(half_an_ulp(3, Accumulation::exact));
  EXPECT_FALSE(half_an_ulp(3, Accumulation::sequential));
  EXPECT_FALSE(half_an_ulp(3, Accumulation::fused));
  EXPECT_FALSE(half_an_ulp(3, Accumulation::wide));  // the wide sum is rounded, too
  EXPECT_TRUE(half_an_ulp(1, Accumulation::sequential));
  EXPECT_TRUE(half_an_ulp(1, Accumulation::fused));
}

TEST(AccuracyRequire, AResultOfMoreThanOneErrorIsNotTakenAsRoundedOnce) {
  EVIDENCE("ACC-ALL-REQUIRE");
  const auto two = with_inputs(DType::f32).node("Mul", "A", "B", "T", {1}).node("Div", "T", "B", "Y", {1}).output("Y");
  EXPECT_FALSE(met(analysed<float>(two.model(), DType::f32, {{1, 3}, {1, 3}}), "Y<=0.5ulp"));
  const auto one = with_inputs(DType::f32).node("Mul", "A", "B", "Y", {1}).output("Y").model();
  EXPECT_FALSE(met(analysed<float>(one, DType::f32, {{1, 3}, {1, 3}}, {0x1p-30}), "Y<=0.5ulp"));
  EXPECT_FALSE(met(analysed<float>(one, DType::f32, {{1, 3e38f}, {1, 3}}), "Y<=0.5ulp"));  // it may overflow
  const auto integers = with_inputs(DType::i32).node("Div", "A", "B", "Y", {1}).output("Y").model();
  EXPECT_FALSE(met(analysed<std::int32_t>(integers, DType::i32, {{1, 9}, {1, 9}}), "Y<=0.5ulp"));
}

TEST(AccuracyRequire, TheMeasuredErrorOfOneRunIsABoundOfThatRun) {
  EVIDENCE("ACC-ALL-REQUIRE");
  const auto model =
      with_inputs(DType::f32).node("Add", "A", "B", "T", {1}).node("Sub", "T", "B", "Y", {1}).output("Y");
  // 1 + 2^-30 - 2^-30: both roundings lose 2^-30, and the losses cancel
  const Analysis run = analysed<float>(model.model(), DType::f32, {{1, 1}, {0x1p-30f, 0x1p-30f}});
  EXPECT_EQ(verdict_on(run, "Y<=0").sentence,
            "\"Y<=0\" is met: no element of output \"Y\" has an error above 0, as measured in this run");
  EXPECT_TRUE(met(run, "Y<=0%"));
  EXPECT_TRUE(met(run, "Y<=0ulp"));
  const auto quotient = with_inputs(DType::f32).node("Div", "A", "B", "Y", {1}).output("Y").model();
  const Analysis inexact = analysed<float>(quotient, DType::f32, {{1, 1}, {3, 3}});  // wrong by a third of an ulp
  EXPECT_TRUE(met(inexact, "Y<=0.34ulp"));
  EXPECT_FALSE(met(inexact, "Y<=0"));
  const auto ninth =
      with_inputs(DType::f32).node("Div", "A", "B", "T", {1}).node("Div", "T", "B", "Y", {1}).output("Y");
  EXPECT_TRUE(verdict_on(analysed<float>(ninth.model(), DType::f32, {{1, 1}, {3, 3}}), "Y<=0")
                  .sentence.starts_with("\"Y<=0\" is not met: the measured error of output \"Y\" at [0] is "));
}

TEST(AccuracyRequire, WhereInputsAreUncertainTheBoundDecides) {
  EVIDENCE("ACC-ALL-REQUIRE");
  const auto model =
      with_inputs(DType::f32).node("Mul", "A", "B", "T", {1}).node("Div", "T", "B", "Y", {1}).output("Y");
  EXPECT_FALSE(met(analysed<float>(model.model(), DType::f32, {{1.5f, 1.75f}, {1.25f, 1.25f}}), "Y<=0"));
  EXPECT_FALSE(met(analysed<float>(model.model(), DType::f32, {{1.5f, 1.5f}, {1.25f, 1.25f}}, {0.125}), "Y<=0.1"));
}

// |computed - real| <= limit * unit, in rationals.
bool holds(double computed, double real, const Fraction& limit, double unit) {
  Fraction error(computed), other(real), allowed(unit);
  mpq_sub(error.q, error.q, other.q);
  mpq_abs(error.q, error.q);
  mpq_mul(allowed.q, allowed.q, limit.q);
  return mpq_cmp(error.q, allowed.q) <= 0;
}

// Random real values within the bound of a random computed element: where a requirement is met, each of them meets it.
TEST(AccuracyRequire, WhatIsMetHoldsForEveryRealValueWithinTheBound) {
  EVIDENCE("ACC-ALL-REQUIRE");
  std::mt19937_64 random(3);
  const auto model = model_with("Y");
  std::uniform_real_distribution<double> part(-1, 1);
  const auto power = [&](unsigned range) { return static_cast<int>(random() % range); };
  const Fraction one(1.0);
  int certified = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto computed = static_cast<float>(std::ldexp(1 + part(random) * 0.99, power(60) - 30));
    const double bound = std::abs(computed) * std::ldexp(std::abs(part(random)), -power(30));
    const Analysis analysis = knowing(model, {computed}, {computed}, {bound});
    const std::string relative = std::to_string(std::ldexp(1 + std::abs(part(random)), -power(20)));
    const std::string ulps = std::to_string(1 << power(20));
    const bool relative_met = met(analysis, "Y<=" + relative + "rel"), ulps_met = met(analysis, "Y<=" + ulps + "ulp");
    certified += relative_met + ulps_met;
    for (const double t : {-1.0, -0.5, part(random), 1.0}) {
      const double real = computed + bound * t;
      if (!holds(computed, real, one, bound)) continue;  // rounded to beyond the bound
      EXPECT_TRUE(!relative_met || holds(computed, real, Fraction(relative), std::abs(real)));
      const double ulp = std::ldexp(1, std::max(std::ilogb(real), -126) - 23);
      EXPECT_TRUE(!ulps_met || holds(computed, real, Fraction(ulps), ulp));
    }
  }
  EXPECT_GT(certified, 2000);
}

TEST(AccuracyRequire, ANameMayHoldAnythingAndNoNameMeansEveryOutput) {
  EVIDENCE("ACC-ALL-REQUIRE");
  for (const char* name : {"a<=b", "x=1", " Y ", "é%", "<="}) {
    const auto model = model_with(name);
    const auto named = parse_requirement(std::string(name) + "<=1e-3", *model->graph, {});
    ASSERT_TRUE(named) << name;
    EXPECT_EQ(named->outputs, model->graph->outputs);
  }
  const auto two = GraphMaker(DType::f32)
                       .input("A", {1})
                       .input("B", {1})
                       .node("Mul", "A", "B", "Y", {1})
                       .node("Add", "A", "B", "Z", {1})
                       .output("Y")
                       .output("Z")
                       .model();
  EXPECT_EQ(parse_requirement("<=4ulp", *two->graph, {})->outputs, two->graph->outputs);
  EXPECT_EQ(parse_requirement(" Z <= 4 ulp ", *two->graph, {})->outputs, std::vector{two->graph->outputs[1]});
}

TEST(AccuracyRequire, WhatIsNoRequirementIsAnErrorOfUsage) {
  EVIDENCE("ACC-ALL-REQUIRE");
  const auto model = model_with("Y");
  for (const char* text :
       {"Y", "Y<1e-3", "Y<=", "Y<=x", "Y<=-1", "Y<=inf", "Y<=nan", "Y<=1e-3 of it", "Z<=1", "Y<=1%%"}) {
    const auto requirement = parse_requirement(text, *model->graph, {});
    ASSERT_FALSE(requirement) << text;
    EXPECT_EQ(requirement.finding().status.code, Code::usage) << text;
  }
  EXPECT_EQ(parse_requirement("Z<=1", *model->graph, {}).finding().hint, "the outputs are \"Y\"");
}

}  // namespace
}  // namespace etalon::tests
