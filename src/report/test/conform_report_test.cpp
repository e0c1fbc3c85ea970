// SPDX-License-Identifier: Apache-2.0
// The reports of `etalon conform` as a page and as JUnit XML, and what a line of results keeps of a case.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "report/conform/outcomes.hpp"
#include "report/page/distances.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

ConformRow row(const char* name, Ended ended) {
  ConformRow one{{name, "Mul"}, {name, ended}};
  one.one.types = {"float"};
  one.one.requirements = {"MUL-INT-RESULT"};
  return one;
}

// With outputs, of whose four elements so many have other bits.
ConformRow compared(const char* name, std::uint64_t other_bits, bool conforms) {
  ConformRow one = row(name, Ended::ok);
  Difference is{4, other_bits, other_bits, 0, other_bits == 0 ? 0u : 3u};
  if (other_bits > 0) is.output = 0, is.first = 2, is.given = "0x3F800003", is.expected = "0x3F800000";
  one.result.difference = is;
  const ElementCounts counts{4, 0, 0, conforms ? 0u : 1u, 0};
  one.result.judged =
      Judged{{conformance_of(counts), counts}, "4 specified", other_bits > 0 ? "integer quotients are truncated" : ""};
  return one;
}

// With the expected bits where they could be told, of four elements so many not judged.
ConformRow open_case(const char* name, std::uint64_t not_judged) {
  ConformRow one = compared(name, 1, true);
  const ElementCounts counts{4 - not_judged, not_judged, 0, 0, 0};
  one.result.judged = Judged{{conformance_of(counts), counts, "the admissible interval is too wide"}, "some"};
  return one;
}

ConformResults results_of(std::vector<ConformRow> rows) {
  return {{"etalon 0.8.0, commit abc", std::string(64, '5'), rows.size(), "thing", "thing 1", {}}, std::move(rows)};
}

TEST(ConformReport, EveryFormNamesThePeerTheProgramAndTheDigestOfTheCases) {
  EVIDENCE("PEER-ALL-REPORT");
  const ConformResults results = results_of({compared("one", 0, true)});
  for (const auto form : {conform_text, conform_json, conform_html, conform_junit}) {
    const std::string text = form(results);
    for (const char* part : {"thing 1", "5555555555555555", "etalon"}) EXPECT_TRUE(holds(text, part)) << part << text;
    EXPECT_EQ(text, form(results)) << "two reports compare equal";
  }
}

TEST(ConformReport, ThePageHasVerdictsAndBitsOfWhatDiffers) {
  EVIDENCE("PEER-ALL-REPORT");
  const std::string page =
      conform_html(results_of({compared("alike", 0, true), compared("near", 1, true), compared("wrong", 2, false),
                               row("dead", Ended::crashed), row("lacking", Ended::unsupported)}));
  for (const char* part :
       {"2 cases conform, 1 violates, 0 were judged in part, 0 were not judged, 1 is not supported, 1 is a fault",
        "✗ 1 case not", "1 of 3 cases", "1 crashed", "<code>0x3F800003</code>", "<code>0x3F800000</code>",
        "integer quotients are truncated"})
    EXPECT_TRUE(holds(page, part)) << part;
  EXPECT_TRUE(holds(page, "<th scope=\"row\">wrong</th>"));
  EXPECT_FALSE(holds(page, "<th scope=\"row\">alike</th>")) << "what is as specified is only counted";
  EXPECT_FALSE(holds(page, "<th scope=\"row\">lacking</th>"));
}

TEST(ConformReport, ACaseThatIsPartlyJudgedIsCountedApartAndNeverPassed) {
  EVIDENCE("PEER-ALL-JUDGED", "PEER-ALL-REPORT");
  const ConformResults results = results_of({compared("alike", 0, true), open_case("wide", 3), open_case("all", 4)});
  EXPECT_EQ(code_of(results), Code::ok) << "one case was judged wholly";
  const std::string text = conform_text(results), page = conform_html(results), xml = conform_junit(results);
  const std::string counts =
      "1 case conforms, 0 violate, 1 was judged in part, 1 was not judged; of 12 elements 7 were not judged";
  EXPECT_TRUE(holds(text, counts)) << text;
  EXPECT_TRUE(holds(page, counts));
  EXPECT_TRUE(
      holds(page, "<section class=\"is-warn\"><h2>Do its results conform?</h2><strong>◐ 1 of 3 cases</strong>"));
  EXPECT_TRUE(holds(page, "◐ partly judged</td>"));
  EXPECT_TRUE(holds(xml, "failures=\"0\" errors=\"0\" skipped=\"2\"")) << xml;
  EXPECT_TRUE(holds(xml, "name=\"wide\"><skipped message=\"partly judged (3 of 4 elements not judged)")) << xml;
  const std::string json = conform_json(results);
  EXPECT_TRUE(
      holds(json, "\"conforming\":1,\"violating\":0,\"partly_judged\":1,\"elements\":{\"judged\":5,\"not_judged\":7"));
  for (const std::string& one : {text, page, json})
    EXPECT_TRUE(holds(one, "the admissible interval is too wide")) << "the reason";
}

TEST(ConformReport, ARunInWhichNothingWasJudgedDoesNotPass) {
  EVIDENCE("PEER-ALL-JUDGED");
  const auto code = [](std::vector<ConformRow> rows, std::optional<double> share = {}) {
    ConformResults results = results_of(std::move(rows));
    results.judged_share = share;
    return code_of(results);
  };
  ConformRow refused = row("refused", Ended::error);
  refused.one.status = "error condition";
  EXPECT_EQ(code({open_case("all", 4)}), Code::not_judged);
  EXPECT_EQ(code({open_case("some", 1)}), Code::not_judged);
  EXPECT_EQ(code({row("a", Ended::unsupported)}), Code::not_judged);
  EXPECT_EQ(code({row("a", Ended::error), refused}), Code::not_judged) << "it refuses whatever it is given";
  EXPECT_EQ(code({refused}), Code::ok) << "all cases are about error conditions";
  EXPECT_EQ(code({open_case("all", 4), compared("wrong", 1, false)}), Code::not_conformant) << "1 before 6";
  EXPECT_EQ(code({open_case("all", 4), row("dead", Ended::crashed)}), Code::not_conformant);
  EXPECT_EQ(code({open_case("all", 4), compared("good", 0, true)}), Code::ok);
  EXPECT_EQ(code({open_case("all", 4), compared("good", 0, true)}, 0.5), Code::ok);
  EXPECT_EQ(code({open_case("all", 4), compared("good", 0, true)}, 0.51), Code::not_judged);
  const std::string page = conform_html(results_of({open_case("all", 4)}));
  EXPECT_TRUE(holds(page, "? no case was judged wholly"));
  EXPECT_FALSE(holds(page, "is-good\"><h2>Did")) << "that it did not crash is no good sign where nothing was judged";
  EXPECT_FALSE(holds(page, "✓ no"));
}

TEST(ConformReport, AToleranceFailsACaseAndJudgesNone) {
  EVIDENCE("PEER-ALL-JUDGED");
  ConformRow near = open_case("near", 4), far = compared("far", 1, true);
  near.result.within_tolerance = true;
  far.result.within_tolerance = false;
  ConformResults results = results_of({near});
  results.run.tolerance = "ulp=4";
  EXPECT_EQ(code_of(results), Code::not_judged) << "near enough, and still not judged";
  EXPECT_TRUE(holds(conform_html(results), "✓ kept"));
  results = results_of({near, far});
  results.run.tolerance = "ulp=4";
  EXPECT_EQ(code_of(results), Code::not_conformant);
  EXPECT_TRUE(holds(conform_text(results), "tolerance ulp=4: exceeded in 1 case\n"));
  EXPECT_TRUE(holds(conform_html(results), "✗ exceeded in 1 case"));
  EXPECT_TRUE(holds(conform_junit(results), "name=\"far\"><failure type=\"tolerance\""));
  EXPECT_TRUE(holds(conform_json(results), "\"tolerance\":{\"required\":\"ulp=4\",\"exceeded\":1}"));
}

TEST(ConformReport, TheMatrixSaysEachCountWithASignInTheColumnOfEachType) {
  EVIDENCE("PEER-ALL-REPORT");
  ConformRow two = compared("two", 0, true);
  two.one.types = {"float", "int64"};
  const std::string page = conform_html(results_of({two, compared("wrong", 1, false)}));
  EXPECT_TRUE(holds(page,
                    "<td class=\"is-bad\"><span class=\"is-good\" title=\"conforms\">✓1</span> <span "
                    "class=\"is-bad\" title=\"violates\">✗1</span> </td>"))
      << "float";
  EXPECT_TRUE(holds(page, "<td class=\"is-good\"><span class=\"is-good\" title=\"conforms\">✓1</span> </td>"))
      << "int64";
  for (const char* type : {"float16", "bfloat16", "uint4", "bool"})
    EXPECT_TRUE(holds(page, fmt::format("<th scope=\"col\">{}</th>", type)));
  EXPECT_FALSE(holds(page, "not stated"));
}

TEST(ConformReport, ARequirementIsMetOnlyWhereNoCaseSpeaksAgainstIt) {
  EVIDENCE("PEER-ALL-REPORT");
  const auto verdict = [](std::vector<ConformRow> rows) {
    const std::string page = conform_html(results_of(std::move(rows)));
    EXPECT_TRUE(holds(page, "<code>MUL-INT-RESULT</code><p>")) << "with its text";
    for (const char* words : {"✗ violated", "◐ met where it was judged", "✓ met", "? not judged"})
      if (holds(page, std::string(words) + "</td>")) return std::string(words);
    return std::string();
  };
  EXPECT_EQ(verdict({compared("a", 0, true), compared("b", 1, true)}), "✓ met");
  EXPECT_EQ(verdict({compared("a", 0, true), row("b", Ended::unsupported)}), "◐ met where it was judged");
  EXPECT_EQ(verdict({compared("a", 0, true), row("b", Ended::timed_out)}), "✗ violated");
  EXPECT_EQ(verdict({compared("a", 0, true), compared("b", 1, false)}), "✗ violated");
  EXPECT_EQ(verdict({row("a", Ended::error)}), "? not judged");
  ConformRow refused = row("a", Ended::error);
  refused.one.status = "error condition";
  EXPECT_EQ(verdict({refused}), "✓ met");
}

TEST(ConformReport, ATestFailsWhereTheExitCodeIsOneBecauseOfIt) {
  EVIDENCE("PEER-ALL-REPORT");
  const std::string xml = conform_junit(
      results_of({compared("alike", 0, true), compared("near", 1, true), compared("wrong", 1, false),
                  row("dead", Ended::crashed), row("lacking", Ended::unsupported), row("unsaid", Ended::error)}));
  EXPECT_TRUE(holds(xml, "<testsuites name=\"etalon conform\" tests=\"6\" failures=\"2\" errors=\"0\" skipped=\"2\">"))
      << xml;
  EXPECT_TRUE(holds(xml, "<testcase classname=\"etalon.conform.Mul\" name=\"wrong\"><failure type=\"violates\""));
  EXPECT_TRUE(holds(xml, "name=\"dead\"><failure type=\"crashed\""));
  EXPECT_TRUE(holds(xml, "name=\"lacking\"><skipped message=\"unsupported\""));
  EXPECT_TRUE(holds(xml, "name=\"unsaid\"><skipped message=\"not judged; error\""));
  EXPECT_TRUE(holds(xml, "<property name=\"sha256 of the vectors\" value=\"5555"));
}

TEST(ConformReport, WhatAPeerSaysStaysText) {
  EVIDENCE("PEER-ALL-REPORT");
  const std::string hostile = "</td></title><script>alert(1)</script>\"'\x1b[31m\xE2\x80\xAE";
  ConformRow one = row("one", Ended::crashed);
  one.one.operation = one.one.name = one.result.words = hostile;
  one.one.requirements = {hostile};
  ConformResults results = results_of({one});
  results.run.greeting = results.run.peer = hostile;
  for (const std::string& text : {conform_html(results), conform_junit(results)})
    for (const char* part : {"<script>alert", "\x1b", "\xE2\x80\xAE"}) EXPECT_FALSE(holds(text, part)) << part;
}

TEST(ConformResults, ALineKeepsWhatReportsShow) {
  EVIDENCE("PEER-ALL-REPORT", "PEER-ALL-RESUME");
  const ConformResults before = results_of({compared("one", 1, false)});
  const std::string lines = run_line(before.run) + "\n" + row_line(before.rows[0]) + "\n";
  const auto after = read_results(lines);
  ASSERT_TRUE(after);
  EXPECT_EQ(row_line(after->rows[0]), row_line(before.rows[0]));
  EXPECT_EQ(after->rows[0].one.types, before.rows[0].one.types);
  EXPECT_EQ(after->rows[0].one.requirements, before.rows[0].one.requirements);
  EXPECT_EQ(after->rows[0].result.difference->given, "0x3F800003");
  EXPECT_EQ(after->rows[0].result.difference->expected, "0x3F800000");
  EXPECT_EQ(after->rows[0].result.judged->claim.counts, before.rows[0].result.judged->claim.counts);
  EXPECT_EQ(after->rows[0].result.judged->claim.is, Conformance::violates);
}

// What it calls conforming may have had elements that were not judged.
TEST(ConformResults, ConformingOfAnEarlierVersionIsNotTakenOver) {
  EVIDENCE("PEER-ALL-JUDGED", "PEER-ALL-RESUME");
  const auto verdict = [](const char* conforms) {
    const auto old = read_results(
        fmt::format("{{\"format\":\"etalon-conform-results-1\",\"tool\":\"etalon "
                    "0.8.0\",\"vectors\":\"5\",\"cases\":1,\"peer\":\"p\","
                    "\"greeting\":\"p "
                    "1\",\"part\":\"1/1\"}}\n{{\"case\":\"one\",\"operator\":\"Mul\",\"profile\":\"onnx\",\"outcome\":"
                    "\"ok\",\"conforms\":{},\"verdict\":\"1 specified, 99 not judged\",\"cause\":\"\"}}\n",
                    conforms));
    EXPECT_TRUE(old);
    return verdict_of(old->rows[0]);
  };
  EXPECT_EQ(verdict("true"), CaseVerdict::not_judged);
  EXPECT_EQ(verdict("false"), CaseVerdict::violates);
}

TEST(ConformResults, ALineOfAnEarlierVersionIsReadWithoutTypesAndBits) {
  EVIDENCE("PEER-ALL-REPORT", "PEER-ALL-RESUME");
  const ConformResults made = results_of({compared("one", 1, false)});
  const auto old = read_results(
      run_line(made.run) +
      "\n{\"case\":\"one\",\"operator\":\"Mul\",\"profile\":\"onnx\",\"outcome\":\"ok\",\"words\":\"\",\"note\":\"\","
      "\"difference\":{\"elements\":4,\"other_bits\":1,\"other_values\":1,\"other_kinds\":0,\"ulp\":3,\"output\":0,"
      "\"first\":2},\"conforms\":false,\"verdict\":\"\",\"cause\":\"\"}\n");
  ASSERT_TRUE(old);
  const std::string page = conform_html(*old);
  EXPECT_TRUE(holds(page, "<th scope=\"col\">not stated</th>"));
  EXPECT_TRUE(holds(page, "The cases do not state which requirements they are about"));
}

TEST(Distances, AreCountedByPowersOfTwo) {
  EVIDENCE("PEER-ALL-REPORT");
  const std::uint64_t ulps[] = {0, 1, 2, 3, 4, 5, std::uint64_t{1} << 63, no_distance - 1, no_distance};
  const std::vector<PlotBar> bars = distance_bars(ulps);
  ASSERT_EQ(bars.size(), 67u);
  const auto expect = [&](std::size_t k, const char* label, std::uint64_t count) {
    EXPECT_EQ(bars[k].label, label);
    EXPECT_EQ(bars[k].count, count) << label;
  };
  expect(0, "0", 1), expect(1, "1", 1), expect(2, "2", 1), expect(3, "≤4", 2), expect(4, "≤8", 1);
  expect(13, "≤2¹²", 0), expect(64, "≤2⁶³", 1), expect(65, "≤2⁶⁴", 1), expect(66, "NaN", 1);
  EXPECT_TRUE(distance_bars({}).empty());
}

}  // namespace
}  // namespace etalon::impl
