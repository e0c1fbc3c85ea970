// SPDX-License-Identifier: Apache-2.0
// Whether rounding changes what a network decides.
#include "conform/decisions/decisions.hpp"

#include <gtest/gtest.h>

#include "report/decisions/report.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

// S = X W: a sum of three products for each of two scores.
std::shared_ptr<const CheckedModel> scores() {
  return GraphMaker(DType::f32)
      .input("X", {1, 3})
      .input("W", {3, 2})
      .node("MatMul", "X", "W", "S", {1, 2})
      .output("S")
      .model();
}

std::vector<RowDecision> decided(const CheckedModel& model, const std::vector<float>& x, const std::vector<float>& w,
                                 DecisionSettings settings = {}) {
  Trail inputs(model.graph->values.size());
  inputs[model.graph->inputs[0]] = tensor_of<float>(DType::f32, {1, 3}, x);
  inputs[model.graph->inputs[1]] = tensor_of<float>(DType::f32, {3, 2}, w);
  settings.output = model.graph->outputs[0];
  auto rows = decide(model, inputs, settings, {});
  EXPECT_TRUE(rows);
  return *rows;
}

Threshold above(const char* text) { return *threshold_of(text, {}); }

constexpr auto sequential = static_cast<std::size_t>(Accumulation::sequential),
               wide = static_cast<std::size_t>(Accumulation::wide),
               exact = static_cast<std::size_t>(Accumulation::exact);

TEST(Decisions, ScoresThatAreFarApartAreDecidedAlikeInEveryOrder) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const auto rows = decided(*model, {1, 2, 0.1f}, {1, 0, 0.1f, 0, 3, 1}, {.any_order = true});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].real, 0u);
  EXPECT_TRUE(rows[0].is_same());
  EXPECT_TRUE(rows[0].holds_in_any_order);
  EXPECT_GT(rows[0].margin, 1.39);
  EXPECT_LT(rows[0].margin, 1.41);
  EXPECT_GT(rows[0].any_order_error, rows[0].error);
}

// The first score is 2^24 + 1 - 2^24 = 1 over the reals, and 0 where each sum is rounded; the second is a half.
TEST(Decisions, ADecisionThatRoundingChangesIsTakenOtherwise) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const auto rows = decided(*model, {1, 1, 1}, {0x1p24f, 0, 1, 0, -0x1p24f, 0.5f}, {.any_order = true});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].real, 0u);
  EXPECT_EQ(rows[0].taken[sequential], 1u);
  EXPECT_EQ(rows[0].taken[exact], 0u);
  EXPECT_TRUE(rows[0].is_otherwise());
  EXPECT_FALSE(rows[0].is_same());
  EXPECT_FALSE(rows[0].holds_in_any_order);
  EXPECT_EQ(rows[0].margin, 0.5);
  EXPECT_GE(rows[0].error, 1);
}

TEST(Decisions, EqualScoresAreNotTold) {
  EVIDENCE("DEC-ALL-SAME");
  const auto rows = decided(*scores(), {1, 1, 1}, {1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rows[0].real, std::nullopt);
  EXPECT_FALSE(rows[0].is_otherwise());
  EXPECT_FALSE(rows[0].is_same());
}

// 300 * 300 - 300 * 299 in float16: both products are beyond the largest number. A sum that is rounded after each
// product is inf - inf, one that is rounded at its end is 300.
std::shared_ptr<const CheckedModel> half_scores() {
  return GraphMaker(DType::f16)
      .input("X", {1, 2})
      .input("W", {2, 2})
      .node("MatMul", "X", "W", "S", {1, 2})
      .output("S")
      .model();
}

std::vector<RowDecision> decided_in_half(const CheckedModel& model, const std::vector<std::uint16_t>& w,
                                         DecisionSettings settings) {
  Trail inputs(model.graph->values.size());
  inputs[model.graph->inputs[0]] = tensor_of<std::uint16_t>(DType::f16, {1, 2}, {0x5CB0, 0x5CB0});
  inputs[model.graph->inputs[1]] = tensor_of<std::uint16_t>(DType::f16, {2, 2}, w);
  settings.output = model.graph->outputs[0];
  auto rows = decide(model, inputs, settings, {});
  EXPECT_TRUE(rows);
  return *rows;
}

TEST(Decisions, ARunThatGivesNanHasNoDecisionSoThatNothingIsCalledTheSame) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = half_scores();
  for (const bool of_threshold : {false, true}) {
    DecisionSettings settings{.output = model->graph->outputs[0]};
    if (of_threshold) settings.threshold = above("100");
    const auto rows = decided_in_half(*model, {0x5CB0, 0x3C00, 0xDCAC, 0xBC00}, settings);  // 300, 1; -299, -1
    ASSERT_EQ(rows.size(), of_threshold ? 2u : 1u);
    EXPECT_EQ(rows[0].real, of_threshold ? 1u : 0u);
    EXPECT_TRUE(rows[0].ran[sequential]);
    EXPECT_EQ(rows[0].taken[sequential], std::nullopt);
    EXPECT_EQ(rows[0].taken[wide], rows[0].real);
    EXPECT_EQ(rows[0].taken[exact], rows[0].real);
    EXPECT_FALSE(rows[0].is_same());
    EXPECT_FALSE(rows[0].is_otherwise());
    EXPECT_TRUE(!of_threshold || rows[1].is_same());
    const DecisionsReport report{*model, settings, {rows}, {}};
    EXPECT_EQ(totals_of(report).untold, 1u);
    const std::string text = decisions_text(report), json = decisions_json(report);
    EXPECT_NE(text.find("; no decision (NaN) under sequential; margin"), text.npos) << text;
    EXPECT_NE(json.find("\"policies\":{\"sequential\":null,"), json.npos) << json;
  }
}

TEST(Decisions, APolicyThatTheModelDoesNotHaveTakesNoPart) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = GraphMaker(DType::f64).input("X", {2}).node("Add", "X", "X", "S", {2}).output("S").model();
  Trail inputs(model->graph->values.size());
  inputs[model->graph->inputs[0]] = tensor_of<double>(DType::f64, {2}, {1, 2});
  const DecisionSettings settings{.output = model->graph->outputs[0]};
  const auto rows = decide(*model, inputs, settings, {});
  ASSERT_TRUE(rows);
  EXPECT_FALSE((*rows)[0].ran[wide]);
  EXPECT_TRUE((*rows)[0].is_same());
  const DecisionsReport report{*model, settings, {*rows}, {}};
  EXPECT_EQ(decisions_json(report).find("\"wide\""), std::string::npos);
  EXPECT_NE(decisions_text(report).find("under sequential, fused, exact; 0 are"), std::string::npos);
  EXPECT_NE(decisions_text(report).find("No score has an error."), std::string::npos);
  EXPECT_NE(decisions_summary({*model, settings, {}, {}}).find("under no policy"), std::string::npos);
}

TEST(Decisions, OfAThresholdEveryElementIsOne) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const auto rows =
      decided(*model, {1, 1, 1}, {0x1p24f, 0, 1, 0, -0x1p24f, 0.75f}, {.threshold = above("0.5"), .any_order = true});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].real, 1u);
  EXPECT_EQ(rows[0].taken[sequential], 0u);
  EXPECT_EQ(rows[1].real, 1u);
  EXPECT_TRUE(rows[1].is_same());
  EXPECT_EQ(rows[1].margin, 0.25);
  EXPECT_TRUE(rows[1].holds_in_any_order);
  EXPECT_FALSE(rows[0].holds_in_any_order);
  // On the threshold itself it is not above.
  const auto on_it = decided(*model, {1, 1, 1}, {0, 0, 0, 0, 0.5f, 0.25f}, {.threshold = above("0.5")});
  EXPECT_EQ(on_it[0].real, 0u);
  EXPECT_TRUE(on_it[0].is_same());
}

// The first score is 2.4e-23 below 3/10 over the reals, and above the double that is nearest to it. Every run gives the
// float next to 3/10, which is above.
TEST(Decisions, AThresholdIsTheDecimalAndNotTheDoubleNearestToIt) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const std::vector<float> w{0x1.333334p-2f, 1, 0x1.99999ap-27f, 0, 0x1.999996p-53f, 0};
  const auto rows = decided(*model, {1, -1, 1}, w, {.threshold = above("0.3")});
  EXPECT_EQ(rows[0].real, 0u);
  EXPECT_EQ(rows[0].taken[sequential], 1u);
  EXPECT_TRUE(rows[0].is_otherwise());
  EXPECT_GT(rows[0].margin, 2.3e-23);
  EXPECT_LT(rows[0].margin, 2.4e-23);
  const auto nearest = decided(*model, {1, -1, 1}, w, {.threshold = above("0x1.3333333333333p-2")});
  EXPECT_TRUE(nearest[0].is_same());
}

TEST(Decisions, AScoreOnAThresholdThatNoBallTellsApartIsNotCalledTheSame) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model =
      GraphMaker(DType::f32).input("X", {2}).input("Y", {2}).node("Div", "X", "Y", "S", {2}).output("S").model();
  Trail inputs(model->graph->values.size());
  inputs[model->graph->inputs[0]] = tensor_of<float>(DType::f32, {2}, {3, 4});
  inputs[model->graph->inputs[1]] = tensor_of<float>(DType::f32, {2}, {10, 10});
  const auto rows = decide(*model, inputs, {.output = model->graph->outputs[0], .threshold = above("0.3")}, {});
  ASSERT_TRUE(rows);
  EXPECT_NE((*rows)[0].real, 1u);  // 3/10 is not above 0.3, but the float 0.3 is
  EXPECT_EQ((*rows)[0].taken[sequential], 1u);
  EXPECT_FALSE((*rows)[0].is_same());
  EXPECT_TRUE((*rows)[1].is_same());
}

TEST(Decisions, AnInfiniteScoreIsOnASideOfEveryThreshold) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = half_scores();
  const auto rows = decided_in_half(*model, {0x5CB0, 0xDCB0, 0, 0}, {.threshold = above("1e400")});  // 300, -300; 0, 0
  EXPECT_EQ(rows[0].real, 0u);
  EXPECT_EQ(rows[0].taken[sequential], 1u);
  EXPECT_TRUE(rows[0].is_otherwise());
  EXPECT_TRUE(rows[1].is_same());
}

TEST(Decisions, AThresholdThatIsNoNumberOrTooLongIsRefused) {
  EVIDENCE("DEC-ALL-SAME");
  for (const char* text : {"", "abc", "inf", "-inf", "nan", "1/0", "0x12", "0.3 ", "1e"}) {
    const auto threshold = threshold_of(text, {});
    ASSERT_FALSE(threshold) << text;
    EXPECT_EQ(threshold.finding().status.code, Code::usage) << text;
    EXPECT_STREQ(threshold.finding().status.rule, "DEC-ALL-SAME") << text;
    EXPECT_FALSE(threshold.finding().hint.empty()) << text;
  }
  for (const std::string& text :
       {std::string("1e4097"), std::string("-1e-999999999999999999999"), std::string(5000, '7')}) {
    const auto threshold = threshold_of(text, {});
    ASSERT_FALSE(threshold) << text;
    EXPECT_EQ(threshold.finding().status.code, Code::limit) << text;
  }
}

TEST(Decisions, ReportsHaveTheThresholdAsItWasGiven) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  for (const auto& [text, json] :
       {std::pair{"0.30", "\"threshold\":0.30,"}, {"1e-3", "\"threshold\":1e-3,"}, {"1/3", "\"threshold\":\"1/3\","}}) {
    const DecisionSettings settings{.output = model->graph->outputs[0], .threshold = above(text)};
    const DecisionsReport report{*model, settings, {decided(*model, {1, 1, 1}, {1, 0, 1, 0, 1, 0}, settings)}, {}};
    EXPECT_NE(decisions_text(report).find(std::string(" is above ") + text + ", for 1 inputs"), std::string::npos);
    std::string written = decisions_json(report);
    std::erase(written, ' ');
    EXPECT_NE(written.find(json), written.npos) << written;
  }
}

TEST(Decisions, RowsOfOneScoreAreRefusedUnlessThereIsAThreshold) {
  EVIDENCE("DEC-ALL-SAME");
  for (const std::vector<std::uint64_t>& dims : {std::vector<std::uint64_t>{}, {1}, {3, 1}}) {
    const auto model = GraphMaker(DType::f32).input("X", dims).node("Add", "X", "X", "S", dims).output("S").model();
    const auto settings = decided_by(*model->graph, "", {});
    ASSERT_FALSE(settings);
    EXPECT_EQ(settings.finding().status.code, Code::usage);
    EXPECT_NE(settings.finding().message.find("have one score"), std::string::npos) << settings.finding().message;
    EXPECT_NE(settings.finding().hint.find("--threshold"), std::string::npos);
    EXPECT_TRUE(decided_by(*model->graph, "", {.threshold = above("0.5")}));
  }
  const auto empty = GraphMaker(DType::f32).input("X", {0, 3}).node("Add", "X", "X", "S", {0, 3}).output("S").model();
  EXPECT_FALSE(decided_by(*empty->graph, "", {}));
}

TEST(Decisions, WithoutATellableMarginNothingIsSaidOfErrors) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const DecisionSettings settings{.output = model->graph->outputs[0]};
  // Equal scores, each with an error: 1 - 2^-30 is no float.
  const auto rows = decided(*model, {1, 1, 0}, {1, 1, -0x1p-30f, -0x1p-30f, 0, 0}, settings);
  EXPECT_GT(rows[0].error, 0);
  const std::string text = decisions_text({*model, settings, {rows}, {}});
  EXPECT_EQ(text.find("No score has an error."), text.npos) << text;
  EXPECT_NE(text.find("No margin can be compared with the error of its scores."), text.npos) << text;
}

TEST(Decisions, ReportsCountWhatIsSameOtherwiseAndNotTold) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const DecisionSettings settings{.output = model->graph->outputs[0], .any_order = true};
  DecisionsReport report{*model, settings, {}, {}};
  report.inputs.push_back(decided(*model, {1, 2, 0.1f}, {1, 0, 0.1f, 0, 3, 1}, settings));
  report.inputs.push_back(decided(*model, {1, 1, 1}, {0x1p24f, 0, 1, 0, -0x1p24f, 0.5f}, settings));
  report.inputs.push_back(decided(*model, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, settings));
  const DecisionTotals totals = totals_of(report);
  EXPECT_EQ(totals.rows, 3u);
  EXPECT_EQ(totals.same, 1u);
  EXPECT_EQ(totals.otherwise, 1u);
  EXPECT_EQ(totals.untold, 1u);
  EXPECT_EQ(totals.in_any_order, 1u);
  EXPECT_EQ(totals.least_input, 1u);
  EXPECT_LE(totals.least_ratio, 0.5);
  EXPECT_EQ(decisions_summary(report),
            "1 of 3 decisions are the same over the reals and under sequential, fused, wide, exact; 1 are taken "
            "otherwise, 1 could not be told; 1 are the same in every admissible order\n");
  const std::string text = decisions_text(report), json = decisions_json(report), page = decisions_html(report);
  EXPECT_NE(text.find("input 1: 0 over the reals; 1 under sequential"), text.npos) << text;
  EXPECT_NE(text.find("input 2: ? over the reals"), text.npos) << text;
  EXPECT_NE(json.find("\"otherwise\":1,\"not_told\":1"), json.npos) << json;
  EXPECT_NE(page.find("margin over error"), page.npos);
  EXPECT_NE(page.find("in every admissible order</strong>"), page.npos);  // without the end of the line
}

}  // namespace
}  // namespace etalon::tests
