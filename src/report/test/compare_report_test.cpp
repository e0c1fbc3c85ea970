// SPDX-License-Identifier: Apache-2.0
// The reports of `etalon compare`: both verdicts in every form, operands and results as bits, and what names cannot do.
#include "report/compare/report.hpp"

#include <gtest/gtest.h>

#include "conform/cause/causes.hpp"
#include "conform/compare/reals.hpp"
#include "report/page/html.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

// 10^8 + 1 - 10^8 + 1 as a product of a row and a column, then doubled. The reference adds from the first to the last
// and gets 1; exact is 2.
struct Case {
  Comparison comparison;
  Case(float product, float twice, const std::string& name = "T", bool given = true)
      : comparison(made(product, twice, name, given)) {}

  static Comparison made(float product, float twice, const std::string& name, bool given) {
    GraphMaker maker(DType::f32);
    maker.input("A", {1, 4}).input("B", {4, 1}).node("MatMul", "A", "B", name, {1, 1});
    maker.node("Add", name, name, "C", {1, 1}).output("C").output(name);
    const auto model = maker.model();
    Trail inputs(model->graph->values.size()), candidate(inputs.size());
    inputs[maker.value("A")] = tensor_of<float>(DType::f32, {1, 4}, {1e8f, 1, -1e8f, 1});
    inputs[maker.value("B")] = tensor_of<float>(DType::f32, {4, 1}, {1, 1, 1, 1});
    if (given) candidate[maker.value(name)] = tensor_of<float>(DType::f32, {1, 1}, {product});
    candidate[maker.value("C")] = tensor_of<float>(DType::f32, {1, 1}, {twice});
    auto comparisons = compare_all(model, {{std::move(inputs), std::move(candidate)}});
    EXPECT_TRUE(comparisons);
    return std::move(comparisons->front());
  }
  CompareReport report() const {
    return {"m.onnx", &comparison, {.profile = "onnx", .accumulation = {}, .files = {{"model", "m.onnx", "abc123"}}}};
  }
};

TEST(CompareReport, EveryFormHasBothVerdictsAndTheFiles) {
  EVIDENCE("CON-ALL-REPORT");
  const Case same(1, 2);
  for (const auto form : {compare_text, compare_json, compare_html, compare_junit}) {
    const std::string text = form(same.report());
    EXPECT_TRUE(holds(text, "conforms")) << text;
    EXPECT_TRUE(holds(text, "replicates") || holds(text, "Replicates")) << text;
    EXPECT_TRUE(holds(text, "sequential")) << text;
    EXPECT_TRUE(holds(text, "abc123")) << text;
    EXPECT_EQ(text, form(same.report())) << "two reports compare equal";
  }
}

TEST(CompareReport, TextPageAndJsonHaveTheDistancesFromTheRealValues) {
  EVIDENCE("CON-ALL-REAL");
  Case exact(2, 4);
  ASSERT_FALSE(add_reals(exact.comparison, {}));
  const std::string text = compare_text(exact.report()), page = compare_html(exact.report()),
                    json = compare_json(exact.report());
  EXPECT_TRUE(holds(text, "from the real values")) << text;
  EXPECT_TRUE(holds(page, "<h2 id=\"reals\">From the real values</h2>"));
  EXPECT_TRUE(holds(json,
                    "\"from_real\":{\"candidate\":{\"absolute\":0,\"ulp\":0,\"tight\":true},\"reference\":{"
                    "\"absolute\":2,"))
      << json;
  EXPECT_TRUE(holds(json, "\"nearer\":{\"candidate\":1,\"reference\":0,\"neither\":0,\"not_told\":0}")) << json;
  EXPECT_FALSE(holds(compare_text(Case(2, 4).report()), "from the real values")) << "it was not computed";
}

TEST(CompareReport, ThePageShowsTheFirstDifferenceInBitsAndAsNumbersWithItsCause) {
  EVIDENCE("CON-ALL-REPORT");
  const std::string page = compare_html(Case(2, 4).report());
  EXPECT_TRUE(holds(page, "node 0 (MatMul"));
  EXPECT_TRUE(holds(page, "<code>0x40000000</code> <span class=\"n\">2</span>")) << "the candidate";
  EXPECT_TRUE(holds(page, "<code>0x3F800000</code> <span class=\"n\">1</span>")) << "the reference";
  EXPECT_TRUE(holds(page, "<code>0x4CBEBC20</code>")) << "10^8, an operand";
  EXPECT_TRUE(holds(page, "not enough data to tell")) << "one element against dozens of alternatives";
  EXPECT_TRUE(holds(page, "first difference"));
  EXPECT_TRUE(holds(page, "1 Add<")) << "the drawing has the other node as well";
}

TEST(CompareReport, AViolationFailsItsTestAndThatOfTheModel) {
  EVIDENCE("CON-ALL-REPORT");
  const Case wrong(1, 3);
  const std::string xml = compare_junit(wrong.report()), page = compare_html(wrong.report());
  EXPECT_TRUE(holds(xml, "<testsuites name=\"etalon compare\" tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"0\">"))
      << xml;
  EXPECT_TRUE(holds(xml, "first violation at [0,0]"));
  EXPECT_TRUE(holds(page, "✗ does not conform"));
  EXPECT_TRUE(holds(page, "node is-bad marked"));
}

TEST(CompareReport, WhatIsNotJudgedIsSkippedAndNeverPassed) {
  EVIDENCE("CON-ALL-REPORT");
  const Case alone(0, 4, "T", false);
  const std::string xml = compare_junit(alone.report()), page = compare_html(alone.report());
  EXPECT_TRUE(holds(xml, "tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"3\"")) << xml;
  EXPECT_TRUE(holds(page, "? not judged"));
  EXPECT_FALSE(holds(page, "✓ conforms"));
}

// Three inputs, of which the second violates.
TEST(CompareReport, SeveralInputsHaveTheVerdictOfTheWorst) {
  EVIDENCE("CON-ALL-INPUTS");
  Case right(1, 2), wrong(1, 3), other(2, 4);
  std::vector<Comparison> all;
  for (Case* one : {&right, &wrong, &other}) all.push_back(std::move(one->comparison));
  const std::string names[] = {"test_data_set_0", "test_data_set_1", "test_data_set_2"};
  const CompareReport report = report_on("m.onnx", all, names, {}, Tolerance{});
  EXPECT_EQ(report.comparison, &all[1]);
  EXPECT_EQ(report.claim().is, Conformance::violates);
  EXPECT_TRUE(holds(report.claim().reason, "1 of 3 inputs: does not conform; \"test_data_set_1\": "))
      << report.claim().reason;
  EXPECT_EQ(report.claim().counts.due(), 6u);
  EXPECT_TRUE(report.replicates().empty()) << "the first replicates sequential, the others do not";
  EXPECT_FALSE(report.within_tolerance());
  for (const std::string& name : names)
    for (const auto form : {compare_text, compare_json, compare_html, compare_junit})
      EXPECT_TRUE(holds(form(report), name.c_str())) << name;
  EXPECT_TRUE(holds(compare_json(report), "\"format\":\"etalon-compares-2\""));
  const std::vector<Comparison> same(2, all[0]);
  const CompareReport good = report_on("m.onnx", same, names, {}, std::nullopt);
  EXPECT_EQ(good.claim().is, Conformance::conforms);
  EXPECT_FALSE(good.replicates().empty());
}

// An element that could be anything, beside one that is right: the same verdict in every form, and never a pass.
TEST(CompareReport, WhatIsPartlyJudgedSaysSoWithItsCountsInEveryForm) {
  EVIDENCE("CON-ALL-CLAIM", "CON-ALL-REPORT");
  Case wide(1, 2);
  JudgedCall& product = wide.comparison.nodes[0].judged;
  product.replicates.clear();
  product.outputs[0].elements = {Standing::not_judged};
  product.outputs[0].counts = {0, 0, 0, 0, 0, 1};
  const CompareReport report = wide.report();
  EXPECT_TRUE(holds(compare_text(report), "\"m.onnx\": partly judged (1 of 2 elements not judged)\n"));
  const std::string page = compare_html(report), xml = compare_junit(report);
  EXPECT_TRUE(holds(page, "<strong>◐ partly judged (1 of 2 elements not judged)</strong>"));
  EXPECT_FALSE(holds(page, "✓ conforms"));
  EXPECT_TRUE(holds(page, "◐ partly judged</td>")) << "the legend";
  EXPECT_TRUE(holds(compare_json(report),
                    "\"conforms\":null,\"verdict\":\"partly judged\",\"elements\":{\"judged\":1,"
                    "\"not_judged\":1,\"recorded\":0,\"violating\":0,\"deviating\":0}"));
  EXPECT_TRUE(holds(xml, "failures=\"0\" errors=\"0\" skipped=\"2\"")) << xml;
  EXPECT_TRUE(holds(xml, "name=\"model\"><skipped message=\"partly judged (1 of 2 elements not judged)")) << xml;
}

// The deployed model gives C = 3 where the run that was judged gives 2: every form says that the verdict is about
// another run. The bound of the whole model is too wide to exclude it, since 10^8 cancels.
TEST(CompareReport, OutputsOfTheDeployedModelThatDifferAreInEveryForm) {
  EVIDENCE("CON-ALL-DEPLOYED", "CON-ALL-REPORT");
  for (const float given : {2.0f, 3.0f}) {
    Case judged(1, 2);
    Trail deployed(judged.comparison.candidate.size());
    const std::uint32_t value = judged.comparison.outputs[0].value;
    deployed[value] = tensor_of<float>(DType::f32, {1, 1}, {given});
    ASSERT_FALSE(add_deployed(judged.comparison, deployed));
    const bool same = given == 2;
    const CompareReport report = judged.report();
    EXPECT_EQ(holds(compare_text(report), "m.onnx\": conforms\n"), same);
    EXPECT_EQ(holds(compare_text(report), "deployed model: 1 of 1 final elements differ"), !same);
    EXPECT_EQ(holds(compare_html(report), "Does the deployed model give the same outputs?</h2><strong>✓ yes"), same);
    EXPECT_EQ(holds(compare_html(report), "✗ no</strong>"), !same);
    EXPECT_TRUE(holds(compare_json(report), same ? "\"differing\":0" : "\"within\":0,\"beyond\":0,\"not_judged\":1}"));
    EXPECT_TRUE(holds(compare_junit(report), same ? "classname=\"etalon.compare.deployed\" name=\"C\"><system-out>"
                                                  : "classname=\"etalon.compare.deployed\" name=\"C\"><skipped"));
  }
}

// The first input agrees in everything, the second differs where the bound is narrow: both conform, and neither card
// may speak for the first input alone.
TEST(CompareReport, CardsAreAboutAllInputs) {
  EVIDENCE("CON-ALL-DEPLOYED", "CON-ALL-REPORT");
  std::vector<Comparison> both;
  for (const float given : {12.0f, 12.000001f}) {
    GraphMaker maker(DType::f32);
    maker.input("A", {1}).input("B", {1}).node("Add", "A", "B", "H", {1}).node("Add", "H", "H", "C", {1}).output("C");
    Trail inputs(maker.graph.values.size()), candidate(inputs.size()), deployed(inputs.size());
    inputs[maker.value("A")] = tensor_of<float>(DType::f32, {1}, {1.9999999f});
    inputs[maker.value("B")] = tensor_of<float>(DType::f32, {1}, {4.0000005f});
    candidate[maker.value("C")] = tensor_of<float>(DType::f32, {1}, {given});
    deployed[maker.value("C")] = tensor_of<float>(DType::f32, {1}, {12.0f});
    auto comparison = compare(maker.model(), std::move(inputs), candidate);
    ASSERT_TRUE(comparison);
    ASSERT_FALSE(add_deployed(*comparison, deployed));
    both.push_back(std::move(*comparison));
  }
  const std::string names[] = {"test_data_set_0", "test_data_set_1"};
  const CompareReport report = report_on("m.onnx", both, names, {}, {});
  const auto count = deployed_count(report);
  ASSERT_TRUE(count);
  EXPECT_EQ(count->elements, 2u);
  EXPECT_EQ(count->differing, 1u);
  const std::string page = compare_html(report);
  EXPECT_TRUE(holds(page, "same outputs?</h2><strong>✗ no"));
  EXPECT_TRUE(holds(page, "<strong>none</strong><p>")) << page.substr(0, 4000);
  EXPECT_FALSE(holds(page, "every bit of every output"));
  EXPECT_TRUE(holds(compare_text(report), "deployed model: 1 of 2 final elements differ"));
}

TEST(CompareReport, DeviationsAreInTheHeadline) {
  EVIDENCE("CON-ALL-CLAIM");
  Case other(1, 2);
  JudgedCall& product = other.comparison.nodes[0].judged;
  product.outputs[0].counts = {0, 0, 1, 0, 0, 0};
  product.outputs[0].deviation.ulp = 5;
  EXPECT_TRUE(holds(other.comparison.claim().reason, "1 deviate from the nearest number, by up to 5 ulp"));
}

TEST(CompareReport, AToleranceThatIsExceededFailsTheOutput) {
  EVIDENCE("CON-ALL-REPORT");
  const Case other(2, 4);
  CompareReport report = other.report();
  report.tolerance = *Tolerance::of("ulp=4");
  EXPECT_TRUE(holds(compare_junit(report), "farther from the reference than required"));
  EXPECT_TRUE(holds(compare_html(report), "✗ exceeded"));
  report.tolerance = *Tolerance::of("abs=2");
  EXPECT_FALSE(holds(compare_junit(report), "<failure"));
  EXPECT_TRUE(holds(compare_html(report), "✓ kept"));
}

TEST(CompareReport, ANameFromTheModelStaysText) {
  EVIDENCE("CON-ALL-REPORT");
  const Case hostile(2, 4, "</svg></title><script>alert(1)</script>\"'\x1b[31m\xE2\x80\xAE");
  for (const std::string& text : {compare_html(hostile.report()), compare_junit(hostile.report())}) {
    EXPECT_FALSE(holds(text, "<script>alert"));
    EXPECT_FALSE(holds(text, "\x1b"));
    EXPECT_FALSE(holds(text, "\xE2\x80\xAE"));
  }
}

TEST(Html, OnlyTheScriptOfThePageIsAllowedByItsDigest) {
  EVIDENCE("CON-ALL-REPORT");
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  EXPECT_TRUE(
      holds(html_page("t", "", "", "alert(1)"), "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"));
  EXPECT_FALSE(holds(html_page("t", "", ""), "script"));
}

}  // namespace
}  // namespace etalon::tests
