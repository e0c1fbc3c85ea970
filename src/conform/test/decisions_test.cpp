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

constexpr auto sequential = static_cast<std::size_t>(Accumulation::sequential),
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
  EXPECT_TRUE(rows[0].is_told());
  EXPECT_FALSE(rows[0].is_same());
  EXPECT_FALSE(rows[0].holds_in_any_order);
  EXPECT_EQ(rows[0].margin, 0.5);
  EXPECT_GE(rows[0].error, 1);
}

TEST(Decisions, EqualScoresAreNotTold) {
  EVIDENCE("DEC-ALL-SAME");
  const auto rows = decided(*scores(), {1, 1, 1}, {1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rows[0].real, std::nullopt);
  EXPECT_FALSE(rows[0].is_told());
  EXPECT_FALSE(rows[0].is_same());
}

TEST(Decisions, OfAThresholdEveryElementIsOne) {
  EVIDENCE("DEC-ALL-SAME");
  const auto model = scores();
  const auto rows =
      decided(*model, {1, 1, 1}, {0x1p24f, 0, 1, 0, -0x1p24f, 0.75f}, {.threshold = 0.5, .any_order = true});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].real, 1u);
  EXPECT_EQ(rows[0].taken[sequential], 0u);
  EXPECT_EQ(rows[1].real, 1u);
  EXPECT_TRUE(rows[1].is_same());
  EXPECT_EQ(rows[1].margin, 0.25);
  EXPECT_TRUE(rows[1].holds_in_any_order);
  EXPECT_FALSE(rows[0].holds_in_any_order);
  // On the threshold itself it is not above.
  const auto on_it = decided(*model, {1, 1, 1}, {0, 0, 0, 0, 0.5f, 0.25f}, {.threshold = 0.5});
  EXPECT_EQ(on_it[0].real, 0u);
  EXPECT_TRUE(on_it[0].is_same());
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
}

}  // namespace
}  // namespace etalon::tests
