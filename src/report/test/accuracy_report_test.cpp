// SPDX-License-Identifier: Apache-2.0
// The reports on accuracy: what they say, that names cannot change them, that they stay small.
#include "report/accuracy/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

Analysis product(std::uint64_t side, const std::string& name, float first) {
  GraphMaker maker(DType::f32);
  maker.input("A", {side, side}).input("B", {side, side}).node("MatMul", "A", "B", name, {side, side}).output(name);
  const auto model = maker.model();
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<InputKnowledge> inputs(3);
  for (int i = 0; i < 2; ++i) {
    std::vector<float> x(side * side);
    for (float& e : x) e = normal(random);
    x[0] = first;
    const Tensor tensor = tensor_of(DType::f32, {side, side}, x);
    inputs[static_cast<std::size_t>(i)] = {tensor, tensor};
  }
  auto analysis = analyse(model, std::move(inputs), {});
  EXPECT_TRUE(analysis);
  return std::move(*analysis);
}

// 1 + 2^-12 by itself, twice: each node introduces an error, and 2^-24 is that of the first, exactly.
Analysis two_squares(const Effort& effort) {
  GraphMaker maker(DType::f32);
  maker.input("A", {1}).node("Mul", "A", "A", "T", {1}).node("Mul", "T", "T", "C", {1}).output("C");
  const Tensor given = tensor_of<float>(DType::f32, {1}, {1 + 0x1p-12f});
  auto analysis = analyse(maker.model(), {{given, given}, {}, {}}, {}, {}, effort);
  EXPECT_TRUE(analysis);
  return std::move(*analysis);
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(AccuracyReport, EveryFormListsWhatTheBoundsRestOn) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = product(4, "C", 1);
  const AccuracyReport report{"m.onnx", &analysis, {"input \"A\" is what its file holds"}};
  for (const std::string& text : {accuracy_text(report), accuracy_json(report), accuracy_html(report)}) {
    EXPECT_TRUE(holds(text, "sums of products are sequential"));
    EXPECT_TRUE(holds(text, "real values are exact rationals"));
    EXPECT_TRUE(holds(text, "is what its file holds"));
    EXPECT_TRUE(holds(text, "sonnx") || holds(text, "onnx"));
  }
}

TEST(AccuracyReport, AnElementWithoutABoundMakesItsNodesBoundInfiniteWithTheReason) {
  EVIDENCE("ACC-ALL-REPORT", "ACC-FLOAT-INFINITE");
  const Analysis analysis = product(4, "C", 1e38f);  // 1e38 * 1e38 overflows
  const NodeSummary summary = summary_of(analysis, 0);
  EXPECT_EQ(summary.unbounded, 1u);
  EXPECT_TRUE(std::isinf(summary.total));
  EXPECT_TRUE(std::isfinite(summary.finite_total));
  EXPECT_TRUE(holds(summary.reason, "infinite"));
  const AccuracyReport report{"m.onnx", &analysis, {}};
  EXPECT_TRUE(holds(accuracy_text(report), "no bound for 1 of 16 elements, first at [0,0]"));
  EXPECT_TRUE(holds(accuracy_json(report), "\"bound\":\"inf\""));
}

TEST(AccuracyReport, OfAModelTooLargeForAShadowTheRunIsCertified) {
  EVIDENCE("ACC-ALL-RUN");
  const Analysis whole = two_squares({}), run = two_squares({.shadowed = 0}),
                 none = two_squares({.shadowed = 0, .certified = 0});
  EXPECT_TRUE(whole.shadowed && whole.run && whole.has_bounds());
  EXPECT_TRUE(!run.shadowed && run.run && !run.has_bounds());
  EXPECT_TRUE(!none.shadowed && !none.run && none.has_bounds());
  EXPECT_TRUE(run.results.empty());
  const std::uint32_t output = run.model->graph->outputs[0];
  ASSERT_FALSE(run.errors[output].empty());
  EXPECT_NEAR(run.errors[output][0].absolute, whole.errors[output][0].absolute,
              whole.errors[output][0].absolute * 1e-6);
  EXPECT_EQ(run.values[output].bound[0], run.errors[output][0].absolute);
  const std::string json = accuracy_json({"m.onnx", &run, {}}), text = accuracy_text({"m.onnx", &run, {}});
  EXPECT_TRUE(holds(json, "\"run\":{\"bits\":256,\"tight\":true"));
  EXPECT_TRUE(holds(json, "\"error\":"));
  EXPECT_FALSE(holds(json, "introduced_bound"));
  EXPECT_TRUE(holds(text, "(certified: output"));
  EXPECT_FALSE(holds(text, "introduced<="));
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &run, {}}), "Nodes of this run"));
  EXPECT_TRUE(holds(accuracy_json({"m.onnx", &none, {}}), "real values were not computed"));
}

TEST(AccuracyReport, ContributionsOfNodesAddUpToTheError) {
  EVIDENCE("ACC-ALL-CONTRIBUTIONS");
  const Analysis run = two_squares({.shadowed = 0, .groups = 2});
  ASSERT_TRUE(run.contributions);
  const Contributions& all = *run.contributions;
  ASSERT_EQ(all.groups.size(), 2u);
  const WordBalls balls{WordBall::most_words};
  const WordBall sum = balls.add(all.groups[0].error, all.groups[1].error, nullptr);
  const WordBall apart = balls.sub(sum, all.error, nullptr);
  EXPECT_LE(size_above(apart), apart.radius);
  EXPECT_LT(apart.radius, 1e-40);
  EXPECT_GT(size_below(all.error), 0);
  const AccuracyReport report{"m.onnx", &run, {}};
  EXPECT_TRUE(holds(accuracy_text(report), "What nodes contribute to the error"));
  EXPECT_TRUE(holds(accuracy_json(report), "\"error_parts\":{"));
  EXPECT_TRUE(holds(accuracy_html(report), "contribution to the error"));
}

TEST(AccuracyReport, TheMedianFactorIsThatOfTheMiddleElement) {
  EVIDENCE("ACC-ALL-REPORT");
  Analysis analysis = product(2, "C", 1);
  NodeErrors& node = analysis.results[0];
  const auto measure = [&](std::vector<double> errors) {
    for (std::size_t i = 0; i < 4; ++i) node.introduced[i] = 8, node.measured[i].absolute = errors[i];
    return summary_of(analysis, 0).median_factor;
  };
  EXPECT_EQ(measure({8, 4, 2, 1}), 4);
  EXPECT_EQ(measure({1, 0, 8, 0}), infinite_bound) << "the error 0 is beyond comparison";
  EXPECT_TRUE(holds(accuracy_json({"m.onnx", &analysis, {}}), "\"median_factor\":\"inf\""));
  node.introduced = {0, 0, 0, 0};
  EXPECT_EQ(summary_of(analysis, 0).median_factor, std::nullopt) << "nothing is introduced";
}

TEST(AccuracyReport, ANameFromTheModelStaysText) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = product(2, "</svg><script>alert(1)</script>\x1b[31m", 1);
  const AccuracyReport report{"<b>\"m\"\x1b.onnx", &analysis, {}};
  EXPECT_FALSE(holds(accuracy_html(report), "<script"));
  EXPECT_FALSE(holds(accuracy_html(report), "<b>"));
  for (const std::string& text : {accuracy_text(report), accuracy_json(report), accuracy_html(report)})
    EXPECT_FALSE(holds(text, "\x1b"));
}

// One node over ranges: every element of A lies between 1 and 2, of B between `low` and 4.
Analysis over_ranges(const char* op, std::vector<std::uint64_t> shape, float low) {
  const auto model =
      GraphMaker(DType::f32).input("A", shape).input("B", shape).node(op, "A", "B", "C", shape).output("C").model();
  const auto filled = [&](float x) {
    return tensor_of(DType::f32, shape, std::vector<float>(static_cast<std::size_t>(shape_of(shape).count), x));
  };
  auto analysis = analyse(model, {{filled(1), filled(2)}, {filled(low), filled(4)}, {}}, {});
  EXPECT_TRUE(analysis);
  return std::move(*analysis);
}

TEST(AccuracyReport, TheHeadlineSaysTheLargestBoundWhereItIsAndHowItCompares) {
  EVIDENCE("ACC-ALL-REPORT");
  // a quotient in [1/4, 2], rounded once: wrong by at most 2^-23 (half an ulp of 2), 2^-23 / (1/4 - 2^-23) of it
  const Analysis analysis = over_ranges("Div", {2, 3}, 1);
  const AccuracyReport report{"m.onnx", &analysis, {}};
  EXPECT_TRUE(holds(accuracy_text(report), "Error at most 1.2e-07: output \"C\" at [0,0]\n"));
  EXPECT_TRUE(holds(accuracy_json(report), R"("headline":"Error at most 1.2e-07: output \"C\" at [0,0]")"));
  EXPECT_TRUE(holds(accuracy_html(report), "Error at most 1.2e-07: output &quot;C&quot; at [0,0]"));
  EXPECT_TRUE(
      holds(accuracy_text(report), "At most 4.77e-07 times the real value, at [0,0]; at most 0.5 ulp, at [0,0]"));
}

// The product of one pair of floats, over ranges.
Analysis product_over(float a_low, float a_high, float b_low, float b_high) {
  const auto model = GraphMaker(DType::f32).input("A", {1}).input("B", {1}).node("Mul", "A", "B", "C", {1}).output("C");
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1}, {x}); };
  auto analysis = analyse(model.model(), {{one(a_low), one(a_high)}, {one(b_low), one(b_high)}, {}}, {});
  EXPECT_TRUE(analysis);
  return std::move(*analysis);
}

TEST(AccuracyReport, TheHeadlineOfOneRunSaysTheMeasuredErrorAndTheBound) {
  EVIDENCE("ACC-ALL-REPORT");
  // 1 + 2^-30 - 2^-30: both roundings lose 2^-30, and the losses cancel
  const auto there_and_back = GraphMaker(DType::f32)
                                  .input("A", {1})
                                  .input("B", {1})
                                  .node("Add", "A", "B", "T", {1})
                                  .node("Sub", "T", "B", "C", {1})
                                  .output("C");
  const auto one = [](float x) {
    return InputKnowledge{tensor_of<float>(DType::f32, {1}, {x}), tensor_of<float>(DType::f32, {1}, {x})};
  };
  const auto cancelling = analyse(there_and_back.model(), {one(1), one(0x1p-30f), {}}, {});
  EXPECT_EQ(headline_of(*cancelling).main, "Error 0 (measured exactly); bound 1.87e-09: output \"C\" at [0]");
  EXPECT_EQ(headline_of(product_over(1.5f, 1.5f, 1.25f, 1.25f)).main, "Every output is exact");
  // 3 * 0x1.000002p0 = 3 + 3 * 2^-23 lies halfway between two floats
  const Analysis tie = product_over(3, 3, 0x1.000002p0f, 0x1.000002p0f);
  EXPECT_EQ(headline_of(tie).main,
            "Error at most 1.2e-07 (measured: output \"C\" at [0]); bound 1.2e-07: output \"C\" at [0]");
  EXPECT_EQ(headline_of(product_over(1.5f, 1.75f, 1.25f, 1.25f)).main, "Error at most 1.2e-07: output \"C\" at [0]");
}

TEST(AccuracyReport, AnExactRatioIsSaidExactly) {
  EVIDENCE("ACC-ALL-REPORT", "ACC-ALL-PRINTED");
  Analysis analysis = product_over(2, 4, 2, 2.5f);
  analysis.values[2].bound = {1};
  analysis.seen[2] = 10;
  EXPECT_TRUE(holds(headline_of(analysis).detail,
                    "The bound is 0.1 times the largest value of this output at 4 points of the ranges, 10."));
  Analysis run = product_over(4, 4, 2.5f, 2.5f);
  run.values[2].bound = {1};
  EXPECT_TRUE(holds(headline_of(run).detail, "The bound is 0.1 times the largest computed value of this output, 10."));
}

TEST(AccuracyReport, MeasuredErrorsAndBoundsAreToldApart) {
  EVIDENCE("ACC-ALL-REPORT");
  Analysis analysis = product_over(4, 4, 2.5f, 2.5f);
  analysis.values[2].bound = {1};
  analysis.values[2].rounded_once = {false};
  analysis.errors[2] = {{0.5, 0.0625, 3, true}};
  EXPECT_EQ(headline_of(analysis).main,
            "Error at most 0.5 (measured: output \"C\" at [0]); bound 1: output \"C\" at [0]");
  // the real value is at least 9, where an ulp is 2^-20
  EXPECT_TRUE(headline_of(analysis).detail.starts_with(
      "Measured: at most 0.0625 times the real value, at [0]; at most 3 ulp, at [0]. Bound: at most 0.112 times the "
      "real value, at [0]; at most 1048576 ulp, at [0]. "))
      << headline_of(analysis).detail;
}

TEST(AccuracyReport, ABoundThatSaysNothingIsNoHeadline) {
  EVIDENCE("ACC-ALL-INFORMATIVE");
  Analysis analysis = two_squares({.shadowed = 0, .certified = 0});
  EXPECT_TRUE(headline_of(analysis).informative);
  analysis.values[2].bound = {1};
  EXPECT_TRUE(headline_of(analysis).informative) << "the value is larger than 1";
  analysis.values[2].bound = {2};
  analysis.results[1].propagated = {1.75};
  EXPECT_EQ(
      headline_of(analysis).main,
      "No useful error bound for output \"C\" from node 1 (Mul of \"C\") on: the errors of its operands can move its "
      "result by 1.75, and the largest number that it computes is 1.00097");
  EXPECT_EQ(
      headline_of(analysis).detail,
      "The largest bound, 2 at [0], holds but is not informative: the largest computed value of this output is about "
      "1.00097.");
  EXPECT_TRUE(
      holds(accuracy_json({"m.onnx", &analysis, {}}),
            "\"informative\":false,\n\"uninformative_from\":{\"node\":1,\"reason\":\"the errors of its operands"));
  analysis.values[1].bound = {1.5};
  analysis.results[0].introduced = {1.5};
  EXPECT_TRUE(holds(headline_of(analysis).main,
                    "from node 0 (Mul of \"T\") on: its range is so wide that its roundings can lose 1.5, and"));
  EXPECT_FALSE(headline_of(analysis).small);
}

TEST(AccuracyReport, AMeasuredErrorStaysWhereTheBoundSaysNothing) {
  EVIDENCE("ACC-ALL-INFORMATIVE");
  Analysis analysis = product_over(3, 3, 0x1.000002p0f, 0x1.000002p0f);
  analysis.values[2].bound = {4};
  EXPECT_TRUE(headline_of(analysis).main.starts_with(
      "Error at most 1.2e-07 (measured: output \"C\" at [0]); no useful bound for output \"C\" from node 0 (Mul of "
      "\"C\") on: "));
}

// What a model computes is seen at points: the ends of its ranges grow with its errors.
TEST(AccuracyReport, OverRangesABoundIsComparedWithWhatIsComputedInThem) {
  EVIDENCE("ACC-ALL-INFORMATIVE");
  GraphMaker maker(DType::f32);
  maker.input("A", {4});
  std::string last = "A";
  for (int k = 0; k < 70; ++k) {  // x / x is 1, but its range is from a half to 2
    const std::string product = "S" + std::to_string(k), next = "T" + std::to_string(k);
    maker.node("Mul", last, "A", product, {4}).node("Div", product, "A", next, {4});
    last = next;
  }
  const auto analysis = analyse(maker.output(last).model(),
                                [&] {
                                  std::vector<InputKnowledge> inputs(maker.graph.values.size());
                                  inputs[0] = {tensor_of<float>(DType::f32, {4}, {1, 1, 1, 1}),
                                               tensor_of<float>(DType::f32, {4}, {2, 2, 2, 2})};
                                  return inputs;
                                }(),
                                {});
  ASSERT_TRUE(analysis);
  const auto value = static_cast<std::uint32_t>(analysis->model->graph->outputs[0]);
  EXPECT_EQ(analysis->points_seen, 4u);
  EXPECT_GE(seen_of(*analysis, value), 1);
  EXPECT_LE(seen_of(*analysis, value), 2.1);
  EXPECT_GT(ends_of(analysis->values[value].high->view(), 0).high, 60);
}

// The middle of [-1,1] alone would show nothing.
TEST(AccuracyReport, OverRangesOfALargeModelOnePointIsComputedWhichIsNotTheMiddle) {
  EVIDENCE("ACC-ALL-INFORMATIVE");
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1}, {x}); };
  const auto model = GraphMaker(DType::f32).input("A", {1}).node("Add", "A", "A", "C", {1}).output("C").model();
  const Effort little{.looked = 1};
  const auto analysis = analyse(model, {{one(-1), one(1)}, {}}, {}, {}, little);
  ASSERT_TRUE(analysis);
  EXPECT_EQ(analysis->points_seen, 1u);
  EXPECT_GT(seen_of(*analysis, analysis->model->graph->outputs[0]), 0);
}

TEST(AccuracyReport, AnErrorThatReachesOutOfTheDomainIsTheReason) {
  EVIDENCE("ACC-ALL-DOMAIN");
  // B is 1 to 4 with an error of 2: the real divisor may be zero
  const auto model = GraphMaker(DType::f32)
                         .input("A", {1})
                         .input("B", {1})
                         .node("Div", "A", "B", "T", {1})
                         .node("Mul", "T", "A", "C", {1})
                         .output("C")
                         .model();
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1}, {x}); };
  const auto analysis = analyse(model, {{one(1), one(2)}, {one(1), one(4), {2}}, {}, {}}, {});
  ASSERT_TRUE(analysis);
  EXPECT_EQ(
      headline_of(*analysis).main,
      "No useful error bound for output \"C\" from node 0 (Div of \"T\") on: undefined: an error reaches operands "
      "for which there is no result");
  EXPECT_EQ(summary_of(*analysis, 1).reason, "an operand has no finite error bound");
}

TEST(AccuracyReport, AnElementThatIsKnownIsPrintedAsOneValue) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = product_over(1, 1, 1.0009f, 1.0009f);
  const std::string text = accuracy_text({"m.onnx", &analysis, {}}), page = accuracy_html({"m.onnx", &analysis, {}});
  EXPECT_TRUE(holds(text, " 1.0009 "));
  EXPECT_FALSE(holds(text,
                     "["
                     "1.0"));
  EXPECT_TRUE(holds(page, "data-h=\"Computed\">1.0009</td>"));
  // one operand is known, the other is not
  const Analysis ranged = product_over(1, 1, 1.0009f, 2);
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &ranged, {}}), "<code>0x3F800000</code> 1</span> <small>at"));
}

TEST(AccuracyReport, ARangeOfOneValueIsCalledARange) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = product_over(1, 1, 2, 2);
  AccuracyReport report{"m.onnx", &analysis, {}};
  EXPECT_TRUE(holds(accuracy_text(report), "m.onnx: errors of one run\n"));
  report.ranges = true;
  EXPECT_TRUE(holds(accuracy_text(report), "m.onnx: errors over ranges of inputs\n"));
  EXPECT_TRUE(holds(accuracy_html(report), "errors over ranges of inputs"));
  EXPECT_TRUE(holds(accuracy_json(report), "\"mode\":\"range\""));
}

TEST(AccuracyReport, OnlySymbolsOfTheFormulasAreExplained) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis mul = product_over(1, 1, 2, 2), sum = product(2, "C", 1);
  EXPECT_FALSE(holds(accuracy_html({"m.onnx", &mul, {}}), "S is the sum"));
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &mul, {}}), "eta is half"));
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &sum, {}}), "S is the sum"));
}

TEST(AccuracyReport, WhereNoElementHasABoundThereAreNoOthers) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = over_ranges("Div", {1}, -1);
  EXPECT_TRUE(holds(accuracy_text({"m.onnx", &analysis, {}}),
                    "no bound for 1 of 1 elements, first at [0]: division by zero possible\n"));
}

TEST(AccuracyReport, TheHeadlineIsGreenOnlyWhereRequirementsAreMet) {
  EVIDENCE("ACC-ALL-REPORT", "ACC-ALL-REQUIRE");
  const Analysis analysis = over_ranges("Div", {2}, 1);
  AccuracyReport report{"m.onnx", &analysis, {}};
  EXPECT_TRUE(holds(accuracy_html(report), "<header class=\"is-note\">"));
  const auto with = [&](const char* requirement) {
    report.verdicts = judge(analysis, *parse_requirement(requirement, *analysis.model->graph, {}));
    return accuracy_html(report);
  };
  EXPECT_TRUE(holds(with("C<=1e-3"), "<header class=\"is-good\">"));
  EXPECT_TRUE(holds(with("C<=1e-3"), "✓ Requirements met."));
  EXPECT_TRUE(holds(with("C<=1e-9"), "<header class=\"is-bad\">"));
  EXPECT_TRUE(holds(with("C<=1e-9"), "✗ Requirement not met."));
}

TEST(AccuracyReport, ABoundThatIsLargeAgainstTheValuesIsMarked) {
  EVIDENCE("ACC-ALL-REPORT");
  Analysis analysis = over_ranges("Div", {2}, 1);
  analysis.values[2].bound = {0.0625, 0};
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &analysis, {}}), "<header class=\"is-warn\">"));
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &analysis, {}}), "⚠ Error at most 0.0625"));
  analysis.values[2].bound = {28.8, 0};
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &analysis, {}}), "<header class=\"is-warn\">"));
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &analysis, {}}), "⚠ No useful error bound"));
}

TEST(AccuracyReport, WithoutAFiniteBoundThereAreWordsAndNoPlot) {
  EVIDENCE("ACC-ALL-REPORT", "ACC-FLOAT-INFINITE");
  const Analysis analysis = over_ranges("Div", {2, 3}, -1);  // the divisor may be zero
  const std::string page = accuracy_html({"m.onnx", &analysis, {}});
  EXPECT_FALSE(holds(page, "<svg"));
  EXPECT_TRUE(holds(page, "No element has a finite error bound"));
  EXPECT_TRUE(holds(page,
                    "No useful error bound for output &quot;C&quot; from node 0 (Div of &quot;C&quot;) on: division by "
                    "zero possible"));
  EXPECT_TRUE(holds(page, "6 of 6 elements of the output have no finite bound, the first at [0,0]."));
}

TEST(AccuracyReport, OverRangesTheWorstElementHasBothEndsOfItsOperandsAndNoColumnForASum) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = over_ranges("Div", {2, 3}, 1);
  const std::string page = accuracy_html({"m.onnx", &analysis, {}});
  EXPECT_TRUE(holds(page, "<code>0x3F800000</code> 1</span> … <span class=\"n\"><code>0x40000000</code> 2</span>"));
  EXPECT_TRUE(holds(page, "<code>0x3F800000</code> 1</span> … <span class=\"n\"><code>0x40800000</code> 4</span>"));
  EXPECT_FALSE(holds(page, "<th>k</th>"));
  const Analysis sum = product(2, "C", 1);
  EXPECT_TRUE(holds(accuracy_html({"m.onnx", &sum, {}}), "<th>k</th>"));
}

TEST(AccuracyReport, AHeatMapHasIndicesAndAScaleAndIsNoLargerThanItsCells) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis one = over_ranges("Div", {1, 1}, 1), row = over_ranges("Div", {1, 5}, 1);
  EXPECT_FALSE(holds(accuracy_html({"m.onnx", &one, {}}), "<svg"));  // words are enough for one element
  const std::string page = accuracy_html({"m.onnx", &row, {}});
  EXPECT_TRUE(holds(page, "<svg width=\"400\" viewBox=\"0 0 400 146\""));
  for (const char* index : {">0</text>", ">4</text>", ">index of axis 1</text>", ">1.2e-07</text>"})
    EXPECT_TRUE(holds(page, index)) << index;
  EXPECT_TRUE(holds(page, "<title>row 0, column 4: 1.2e-07</title>"));
}

TEST(AccuracyReport, NodesAreRankedByWhatTheyIntroduceAndHaveTheirFormulas) {
  EVIDENCE("ACC-ALL-REPORT");
  const auto model = GraphMaker(DType::f32)
                         .input("A", {1})
                         .input("B", {1})
                         .node("Mul", "A", "B", "T", {1})
                         .node("Div", "T", "B", "C", {1})
                         .output("C")
                         .model();
  const auto one = [](float x) { return tensor_of<float>(DType::f32, {1}, {x}); };
  // T in [4, 12] may lose half an ulp of 8, which is 2^-21; C in [1, 6] half an ulp of 4, which is 2^-22
  const auto analysis = analyse(model, {{one(2), one(3)}, {one(2), one(4)}, {}, {}}, {});
  ASSERT_TRUE(analysis);
  const AccuracyReport report{"m.onnx", &*analysis, {}};
  const auto contributions = contributions_of(summaries_of(*analysis));
  ASSERT_EQ(contributions.size(), 2u);
  EXPECT_EQ(contributions[0].node, 0u);
  EXPECT_EQ(contributions[0].introduced, 0x1p-21);
  EXPECT_EQ(contributions[1].introduced, 0x1p-22);
  EXPECT_EQ(share_text(contributions[0]), "67 %");
  for (const std::string& text : {accuracy_text(report), accuracy_json(report), accuracy_html(report)}) {
    EXPECT_TRUE(holds(text, "max(u*|A*B|, eta)"));
    EXPECT_TRUE(holds(text, "max(u*|A/B|, eta), B not zero"));
  }
  EXPECT_TRUE(holds(accuracy_json(report), R"({"node":0,"introduced_bound":4.76837158203125e-07,"share":0.66)"));
}

TEST(AccuracyReport, ThePageOfALargeOutputIsBelowAMegabyte) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = product(100, "C", 1);
  const std::string page = accuracy_html({"m.onnx", &analysis, {}});
  EXPECT_LT(page.size(), 300'000u);
  EXPECT_TRUE(holds(page, "Measured error against its bound: "));
  EXPECT_TRUE(holds(page, " 0 lie above the line"));
  EXPECT_FALSE(holds(page, "://"));  // nothing is fetched
}

}  // namespace
}  // namespace etalon::tests
