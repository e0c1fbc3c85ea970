// SPDX-License-Identifier: Apache-2.0
// What is claimed of a candidate: "conforms" only where every element was judged.
#include "conform/compare/claim.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "conform/compare/compare.hpp"
#include "conform/judge/tolerance.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

using enum Conformance;

Comparison compared(const GraphMaker& maker, Trail inputs, const Trail& candidate) {
  auto comparison = compare(maker.model(), std::move(inputs), candidate);
  EXPECT_TRUE(comparison);
  return std::move(*comparison);
}

// Two rows times a column of ones. The first sums up to 64. In the second, magnitudes of 64,000 cancel: more than 2^12
// floats are within the error of some order, so that an element there cannot be judged unless a policy gives it.
constexpr float not_excluded = 0x333p-14f;  // a multiple of 2^-14, as every term is

struct Rows {
  GraphMaker maker{DType::f32};
  Trail inputs, candidate;
  Rows() {
    maker.input("A", {2, 64}).input("B", {64, 1}).node("MatMul", "A", "B", "C", {2, 1}).output("C");
    inputs.resize(maker.graph.values.size());
    candidate.resize(maker.graph.values.size());
    std::vector<float> rows(128, 1);
    for (int k = 0; k < 32; ++k) {
      rows[static_cast<std::size_t>(64 + 2 * k)] = 1000.1f + static_cast<float>(k) * 0.37f;
      rows[static_cast<std::size_t>(65 + 2 * k)] = -(1000.1f + static_cast<float>(k) * 0.37f) * 1.0000019f;
    }
    inputs[maker.value("A")] = tensor_of<float>(DType::f32, {2, 64}, rows);
    inputs[maker.value("B")] = tensor_of<float>(DType::f32, {64, 1}, std::vector<float>(64, 1));
  }
  Claim claim(float first, float second) {
    candidate[maker.value("C")] = tensor_of<float>(DType::f32, {2, 1}, {first, second});
    return compared(maker, inputs, candidate).claim();
  }
  float reference() {
    candidate[maker.value("C")] = tensor_of<float>(DType::f32, {2, 1}, {0, 0});
    const Comparison comparison = compared(maker, inputs, candidate);
    float values[2];
    std::memcpy(values, comparison.reference[maker.value("C")]->data(), sizeof values);
    return values[1];
  }
};

TEST(Claim, AnElementThatIsNotJudgedLeavesTheCandidatePartlyJudged) {
  EVIDENCE("CON-ALL-CLAIM");
  Rows rows;
  const Claim claim = rows.claim(64, not_excluded);  // the exact sum is about -0.06
  EXPECT_EQ(claim.is, partly_judged);
  EXPECT_EQ(claim.counts, (ElementCounts{1, 1, 0, 0, 0}));
  EXPECT_EQ(claim.conforms(), std::nullopt);
  EXPECT_EQ(claim.headline(), "partly judged (1 of 2 elements not judged)");
  EXPECT_TRUE(claim.reason.starts_with("1 of 2 elements was not judged")) << claim.reason;
}

TEST(Claim, WhatAPolicyGivesIsJudgedByIt) {
  EVIDENCE("CON-ALL-CLAIM");
  Rows rows;
  const Claim claim = rows.claim(64, rows.reference());
  EXPECT_EQ(claim.is, conforms) << claim.reason;
  EXPECT_EQ(claim.counts, (ElementCounts{2, 0, 0, 0, 0}));
}

TEST(Claim, AViolationComesBeforeWhatIsNotJudgedAndBothAreCounted) {
  EVIDENCE("CON-ALL-CLAIM");
  Rows rows;
  const Claim claim = rows.claim(65, not_excluded);
  EXPECT_EQ(claim.is, violates);
  EXPECT_EQ(claim.counts, (ElementCounts{1, 1, 0, 1, 0}));
  EXPECT_EQ(claim.headline(), "does not conform (1 of 2 elements not judged)");
}

TEST(Claim, RecordedElementsCountNeitherWay) {
  EVIDENCE("CON-ALL-CLAIM");
  const auto of = [](std::uint64_t judged, std::uint64_t open, std::uint64_t recorded, std::uint64_t violating) {
    return conformance_of({judged, open, recorded, violating, 0});
  };
  EXPECT_EQ(of(3, 0, 0, 0), conforms);
  EXPECT_EQ(of(3, 0, 9, 0), conforms);
  EXPECT_EQ(of(3, 1, 9, 0), partly_judged);
  EXPECT_EQ(of(0, 1, 0, 0), not_judged);
  EXPECT_EQ(of(0, 0, 9, 0), not_judged) << "all of them: nothing was said";
  EXPECT_EQ(of(0, 0, 0, 0), conforms) << "a tensor without elements";
  EXPECT_EQ(of(3, 5, 9, 1), violates);
  JudgedCall call;
  call.outputs.resize(1);
  call.outputs[0].elements = {Standing::specified, Standing::recorded, Standing::not_judged, Standing::deviates};
  call.outputs[0].counts = {1, 0, 1, 0, 1, 1};
  EXPECT_EQ(counts_of(call), (ElementCounts{2, 1, 1, 0, 1}));
}

TEST(Claim, AnOutputThatIsNotGivenIsNotJudged) {
  EVIDENCE("CON-ALL-CLAIM");
  for (const char* other : {"Add", "Reshape"}) {  // one that computes, and one that only moves
    GraphMaker maker(DType::i64);
    maker.input("A", {2}).input("B", {2}).node("Add", "A", "B", "C", {2});
    if (std::string(other) == "Add")
      maker.node("Add", "C", "C", "D", {2});
    else {
      maker.value("D", {2});
      maker.graph.nodes.push_back({"", "", "Identity", {maker.value("C")}, {maker.value("D")}, {}});
    }
    maker.output("C").output("D");
    Trail inputs(maker.graph.values.size()), candidate(inputs.size());
    for (const char* name : {"A", "B"}) inputs[maker.value(name)] = tensor_of<std::int64_t>(DType::i64, {2}, {1, 2});
    candidate[maker.value("C")] = tensor_of<std::int64_t>(DType::i64, {2}, {2, 4});
    const Claim claim = compared(maker, std::move(inputs), candidate).claim();
    EXPECT_EQ(claim.is, partly_judged) << other;
    EXPECT_EQ(claim.counts, (ElementCounts{2, 2, 0, 0, 0})) << other;
    EXPECT_NE(claim.reason.find("2 of 4 elements were not judged: the candidate does not give the output"),
              claim.reason.npos)
        << claim.reason;
  }
}

// 2^60 and 2^60 + 1 are one double.
TEST(Claim, LargeIntegersOfAWholeModelAreToldApart) {
  EVIDENCE("CON-ALL-WHOLE");
  for (const int off : {0, 1}) {
    GraphMaker maker(DType::i64);
    maker.input("A", {1}).input("B", {1}).node("Mul", "A", "B", "H", {1}).node("Add", "H", "H", "C", {1}).output("C");
    Trail inputs(maker.graph.values.size()), candidate(inputs.size());
    inputs[maker.value("A")] = tensor_of<std::int64_t>(DType::i64, {1}, {std::int64_t{1} << 30});
    inputs[maker.value("B")] = tensor_of<std::int64_t>(DType::i64, {1}, {std::int64_t{1} << 29});
    candidate[maker.value("C")] = tensor_of<std::int64_t>(DType::i64, {1}, {(std::int64_t{1} << 60) + off});
    const Claim claim = compared(maker, std::move(inputs), candidate).claim();
    EXPECT_EQ(claim.is, off == 0 ? conforms : violates) << claim.reason;
  }
}

TEST(Claim, AValueBetweenIsHeldAgainstTheWholeModelToo) {
  EVIDENCE("CON-ALL-WHOLE");
  GraphMaker maker(DType::f32);
  maker.input("A", {1}).input("B", {1}).node("Add", "A", "B", "G", {1}).node("Add", "G", "G", "H", {1});
  maker.node("Add", "H", "H", "C", {1}).output("C");
  for (const float h : {6.f, 7.f}) {
    Trail inputs(maker.graph.values.size()), candidate(inputs.size());
    inputs[maker.value("A")] = tensor_of<float>(DType::f32, {1}, {1});
    inputs[maker.value("B")] = tensor_of<float>(DType::f32, {1}, {2});
    candidate[maker.value("H")] = tensor_of<float>(DType::f32, {1}, {h});  // G is not given
    candidate[maker.value("C")] = tensor_of<float>(DType::f32, {1}, {2 * h});
    const Claim claim = compared(maker, std::move(inputs), candidate).claim();
    EXPECT_EQ(claim.is, h == 6 ? conforms : violates) << claim.reason;
    EXPECT_EQ(claim.counts.due(), 2u);
  }
}

TEST(Claim, AnOutputThatIsAnInputMustBeThatInput) {
  EVIDENCE("CON-ALL-WHOLE");
  GraphMaker maker(DType::f32);
  maker.input("A", {1}).input("B", {1}).node("Add", "A", "B", "C", {1}).output("C").output("A");
  for (const float a : {1.f, 5.f}) {
    Trail inputs(maker.graph.values.size()), candidate(inputs.size());
    inputs[maker.value("A")] = tensor_of<float>(DType::f32, {1}, {1});
    inputs[maker.value("B")] = tensor_of<float>(DType::f32, {1}, {2});
    candidate[maker.value("A")] = tensor_of<float>(DType::f32, {1}, {a});
    candidate[maker.value("C")] = tensor_of<float>(DType::f32, {1}, {a + 2});
    EXPECT_EQ(compared(maker, std::move(inputs), candidate).claim().is, a == 1 ? conforms : violates);
  }
}

// A chain of two, of which the changed model gives both values and the deployed one the last.
TEST(Claim, WhatTheDeployedModelGivesOtherwiseIsNotJudgedByTheNodesOfAnotherRun) {
  EVIDENCE("CON-ALL-DEPLOYED");
  Rows rows;
  const float right = rows.reference();
  const auto claim = [&](float first, float second) {
    rows.candidate[rows.maker.value("C")] = tensor_of<float>(DType::f32, {2, 1}, {64, right});
    Comparison comparison = compared(rows.maker, rows.inputs, rows.candidate);
    Trail deployed(rows.candidate.size());
    deployed[rows.maker.value("C")] = tensor_of<float>(DType::f32, {2, 1}, {first, second});
    EXPECT_FALSE(add_deployed(comparison, deployed));
    return comparison.claim();
  };
  EXPECT_EQ(claim(64, right).is, conforms) << "the same bits";
  EXPECT_EQ(claim(64, right).counts.due(), 2u) << "which are not counted twice";
  const Claim other = claim(64, 0.05f);
  EXPECT_EQ(other.is, partly_judged);
  EXPECT_EQ(other.counts, (ElementCounts{2, 1, 0, 0, 0}));
  EXPECT_NE(other.reason.find("the deployed model gives other bits"), other.reason.npos) << other.reason;
  EXPECT_EQ(claim(70, right).is, violates) << "no evaluation of the model gives it";
  EXPECT_EQ(claim(std::nextafter(64.0f, 65.0f), right).is, conforms) << "other bits, within a narrow bound";
  Comparison none = compared(rows.maker, rows.inputs, Trail(rows.candidate.size()));
  Trail deployed(rows.candidate.size());
  deployed[rows.maker.value("C")] = tensor_of<float>(DType::f32, {2, 1}, {64, right});
  EXPECT_TRUE(add_deployed(none, deployed)) << "there is no run to hold it against";
}

TEST(Tolerance, HoldsForDistancesOnly) {
  EVIDENCE("CON-ALL-CLAIM");
  const auto holds = [](const char* text, DType type, auto given, auto expected) {
    const Tensor a = tensor_of<decltype(given)>(type, {1}, {given}),
                 b = tensor_of<decltype(given)>(type, {1}, {expected});
    return Tolerance::of(text)->holds(a.view(), b.view());
  };
  EXPECT_TRUE(holds("ulp=1", DType::f32, 1.0f, std::nextafter(1.0f, 2.0f)));
  EXPECT_FALSE(holds("ulp=1", DType::f32, 1.0f, 1.0000005f));
  EXPECT_FALSE(holds("exact", DType::f32, 0.0f, -0.0f));
  EXPECT_TRUE(holds("ulp=0", DType::f32, 0.0f, -0.0f));
  EXPECT_FALSE(holds("ulp=1e30", DType::f32, std::nanf(""), 1.0f)) << "a NaN is at no distance";
  EXPECT_FALSE(holds("abs=1e300", DType::f32, 1.0f, std::nanf("")));
  const std::int64_t large = std::int64_t{1} << 60;
  EXPECT_FALSE(holds("abs=0.5", DType::i64, large + 1, large)) << "one double, two integers";
  EXPECT_TRUE(holds("abs=1", DType::i64, large + 1, large));
  EXPECT_TRUE(holds("12.5%", DType::f32, 1.125f, 1.0f));
  EXPECT_FALSE(holds("0.124 rel", DType::f32, 1.125f, 1.0f)) << "of the expected value";
  EXPECT_TRUE(holds("1 ulp", DType::f32, 1.0f, std::nextafter(1.0f, 2.0f)));
  EXPECT_FALSE(holds("1e-9", DType::f32, 1.0f, std::nextafter(1.0f, 2.0f)));
  for (const char* bad : {"", "ulp", "ulp=", "ulp=-1", "abs=x", "abs=inf", "near", "-1%", "% 1"})
    EXPECT_FALSE(Tolerance::of(bad)) << bad;
}

}  // namespace
}  // namespace etalon::tests
