// SPDX-License-Identifier: Apache-2.0
// The reports on accuracy: what they tell, that names cannot change them, that they stay small.
#include "report/accuracy_summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/evidence.hpp"
#include "tests/graphs.hpp"

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

TEST(AccuracyReport, ANameFromTheModelStaysText) {
  EVIDENCE("ACC-ALL-REPORT");
  const Analysis analysis = product(2, "</svg><script>alert(1)</script>\x1b[31m", 1);
  const AccuracyReport report{"<b>\"m\"\x1b.onnx", &analysis, {}};
  EXPECT_FALSE(holds(accuracy_html(report), "<script"));
  EXPECT_FALSE(holds(accuracy_html(report), "<b>"));
  for (const std::string& text : {accuracy_text(report), accuracy_json(report), accuracy_html(report)})
    EXPECT_FALSE(holds(text, "\x1b"));
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
