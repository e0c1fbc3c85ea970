// SPDX-License-Identifier: Apache-2.0
// The reports of `etalon check` on findings made by hand: what must be in them, and what names cannot do to them.
#include "report/check/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "report/evidence/requirements.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t occurrences(std::string_view text, std::string_view piece) {
  std::size_t count = 0;
  for (auto at = text.find(piece); at != text.npos; at = text.find(piece, at + piece.size())) ++count;
  return count;
}

Finding found(const char* rule, std::uint32_t node = no_node, std::string value = {},
              Severity severity = Severity::error) {
  return {severity, Status{Code::not_conformant, rule, node}, 20, std::move(value), "something is wrong", "fix it"};
}

// One Mul of "A" by a constant, all of whose names may be chosen.
struct Model {
  Graph graph;
  std::vector<Finding> findings;
  explicit Model(const std::string& name = "first") {
    const Shape shape = *Shape::of(std::array<std::uint64_t, 2>{2, 3});
    graph.values = {{name, DType::f32, shape}, {"B", {}, {}}, {"C", DType::f32, shape}};
    graph.nodes = {{name, "", "Mul", {0, 1}, {2}, {}, 20}};
    graph.ir_version = 8;
    graph.opset = 14;
    graph.inputs = {0};
    graph.outputs = {2};
    graph.initializers = {{1, {DType::f32, shape, Constant::Encoding::little_endian, bytes}}};
  }
  std::vector<CheckReport> report(const std::string& model = "model.onnx") const {
    return {{model, find_profile("sonnx"), &graph, findings, 1, {.profile = "sonnx", .accumulation = {}, .files = {}}}};
  }
  static constexpr std::array<std::byte, 24> bytes{};
};

std::vector<std::string> all_formats(CheckReports reports) {
  return {check_text(reports, Colour::no), check_json(reports), check_sarif(reports), check_html(reports)};
}

// The beginning of an object: without its closing brace.
template <class Write> std::string unclosed(Write write) {
  const std::string object = json_object(write);
  return object.substr(0, object.size() - 1);
}

// Names that mean something to a terminal, JSON, HTML, SARIF, C or a reader's eye.
const std::vector<std::string> hostile = {"\x1b[31mred",
                                          "</script><script>alert(1)</script>",
                                          "quote\"'\\",
                                          "line\r\nbreak",
                                          "*/ ?\?/",
                                          "\u202Egnp.exe",
                                          "\u009B31m",
                                          "[link](0) {0}}",
                                          std::string(4096, 'x'),
                                          "&lt;b&gt;"};

TEST(CheckReport, EveryFormatStatesSeverityRuleMessagePlaceAndHint) {
  EVIDENCE("CHECK-ALL-REPORT");
  Model model;
  model.findings = {found("GEN-ALL-SHAPES", 0, "B")};
  for (const std::string& text : all_formats(model.report())) {
    EXPECT_THAT(text, HasSubstr("GEN-ALL-SHAPES"));
    EXPECT_THAT(text, HasSubstr("omething is wrong"));
    EXPECT_THAT(text, HasSubstr("ix it"));
    EXPECT_THAT(text, HasSubstr("error"));
    EXPECT_THAT(text, HasSubstr("20"));
    EXPECT_THAT(text, HasSubstr("sonnx"));
  }
  EXPECT_EQ(check_text(model.report(), Colour::no),
            "model.onnx: IR version 8, operator set 14, 1 node\n"
            "  input   \"first\" float [2,3]\n"
            "  output  \"C\" float [2,3]\n\n"
            "error: something is wrong\n"
            "  rule   GEN-ALL-SHAPES\n"
            "  where  node 0 (Mul \"first\"), value \"B\", byte 20\n"
            "  hint   fix it\n\n"
            "`etalon explain GEN-ALL-SHAPES` describes the rule.\n" +
                identity_text(model.report()[0].identity) + "NOT conformant to sonnx: 1 of 1 node judged, 1 error\n");
  EXPECT_EQ(
      check_json(model.report()),
      unclosed([&](JsonWriter& json) { write_identity(json, "etalon-check-1", model.report()[0].identity); }) +
          ",\n\"model\":\"model.onnx\",\"verdict\":\"not_conformant\",\"conformant\":false,\"nodes\":1,\"judged\":1,\n"
          "\"ir_version\":8,\"opset\":14,\n\"input_count\":1,\"inputs\":[\n{\"name\":\"first\",\"type\":\"float\","
          "\"shape\":[2,3]}],\n"
          "\"output_count\":1,\"outputs\":[\n{\"name\":\"C\",\"type\":\"float\",\"shape\":[2,3]}],\n"
          "\"counts\":{\"error\":1,\"not_judged\":0,\"notice\":0},\n\"findings\":[\n"
          "{\"severity\":\"error\",\"rule\":\"GEN-ALL-SHAPES\",\"message\":\"something is wrong\",\"hint\":\"fix it\","
          "\"fix\":null,\"node\":0,\"operator\":\"Mul\",\"name\":\"first\",\"value\":\"B\",\"offset\":20}]}\n");
}

TEST(CheckReport, WhatIsNotKnownIsNull) {
  EVIDENCE("CHECK-ALL-REPORT");
  Model model;
  model.findings = {error(Code::not_conformant, "GEN-ALL-IR", "wrong")};
  EXPECT_THAT(check_json(model.report()),
              HasSubstr("\"node\":null,\"operator\":null,\"name\":null,\"value\":null,\"offset\":null}"));
  model.graph.values[0].type.reset();
  model.graph.values[0].shape.reset();
  EXPECT_THAT(check_json(model.report()), HasSubstr("{\"name\":\"first\",\"type\":null,\"shape\":null}"));
  model.graph.values[0].open = {{{{}, "N"}, {3}}};
  EXPECT_THAT(check_json(model.report()), HasSubstr(R"("shape":"[\"N\",3]")"));
}

TEST(CheckReport, AFixStandsInFullInEveryFormat) {
  EVIDENCE("CHECK-ALL-FIX", "CHECK-ALL-REPORT");
  Model model;
  model.findings = {found("GEN-ALL-SHAPES", 0, "B")};
  model.findings[0].fix = "del model.graph.input[:]  # " + std::string(5000, 'x');
  for (const std::string& text : all_formats(model.report())) EXPECT_THAT(text, HasSubstr(model.findings[0].fix));
  model.findings[0].fix = "x = {}";
  EXPECT_THAT(check_sarif(model.report()), HasSubstr(R"("properties":{"fix":"x = {}"})")) << "as it is";
}

TEST(CheckReport, EveryFormatStatesWhatIsNotJudgedFirst) {
  EVIDENCE("CHECK-ALL-VERDICT", "CHECK-ALL-REPORT");
  Model model;
  model.findings = {found("GEN-ALL-SHAPES", 0, "B"), unjudged("GEN-ALL-OPERATOR", "operator \"Foo\"", "none")};
  EXPECT_EQ(check_summary(model.report()), "NOT conformant to sonnx: 1 of 1 node judged, 1 error, 1 part not judged");
  for (const std::string& text : {check_text(model.report(), Colour::no), check_html(model.report())})
    EXPECT_LT(text.find("GEN-ALL-OPERATOR"), text.find("GEN-ALL-SHAPES"));
  model.findings = {unjudged("GEN-ALL-OPERATOR", "operator \"Foo\"", "none")};
  EXPECT_EQ(check_summary(model.report()), "not judged against sonnx: 1 of 1 node judged, 0 errors, 1 part not judged");
  EXPECT_THAT(check_json(model.report()), HasSubstr(R"("verdict":"not_judged","conformant":false)"));
  EXPECT_THAT(check_sarif(model.report()), HasSubstr(R"("properties":{"verdict":"not_judged","nodes":1,"judged":1})"));
  EXPECT_THAT(check_html(model.report()), HasSubstr("<strong>? not judged against sonnx</strong>"));
}

TEST(CheckReport, SeveralModelsShareOneReport) {
  EVIDENCE("CHECK-ALL-MODELS");
  Model good, bad;
  bad.findings = {found("GEN-ALL-SHAPES", 0, "B")};
  std::vector<CheckReport> reports = {good.report("a.onnx")[0], bad.report("sub/b.onnx")[0]};
  EXPECT_EQ(check_summary(reports), "2 models: 1 conformant, 1 NOT conformant");
  EXPECT_THAT(check_text(reports, Colour::no), testing::EndsWith("2 models: 1 conformant, 1 NOT conformant\n"));
  const auto alone = [&](std::size_t i) {
    const std::string json = check_json({&reports[i], 1});
    return json.substr(0, json.size() - 1);
  };
  EXPECT_EQ(check_json(reports), unclosed([](JsonWriter& json) { write_tool(json, "etalon-checks-1"); }) +
                                     ",\n\"models\":[\n" + alone(0) + ",\n" + alone(1) + "]}\n");
  EXPECT_EQ(occurrences(check_sarif(reports), "\"tool\":"), 1u);
  EXPECT_THAT(check_sarif(reports), HasSubstr(R"("artifactLocation":{"uri":"sub/b.onnx","index":1})"));
  EXPECT_EQ(occurrences(check_html(reports), "<article"), 2u);
}

TEST(CheckReport, AFileThatCannotBeReadHasAReportInEveryFormat) {
  EVIDENCE("CHECK-ALL-REPORT");
  Finding finding = found("FILE-ONNX-FORM");
  finding.status.code = Code::malformed;
  const std::vector<CheckReport> report = {{"cut.onnx", find_profile("onnx"), nullptr, {&finding, 1}, 0, {}}};
  EXPECT_EQ(check_summary(report), "not judged against onnx: the file cannot be read, 1 error");
  for (const std::string& text : all_formats(report)) EXPECT_THAT(text, HasSubstr("FILE-ONNX-FORM"));
  EXPECT_THAT(check_json(report), HasSubstr("\"nodes\":null"));
  EXPECT_THAT(check_sarif(report), HasSubstr("\"executionSuccessful\":false"));
  EXPECT_THAT(check_sarif(report), HasSubstr(R"("region":{"byteOffset":20,"byteLength":0})"));
}

TEST(CheckReport, ProgramsGetEveryFindingAndPeopleSeeHowManyMoreThereAre) {
  EVIDENCE("CHECK-ALL-REPORT");
  Model model;
  for (unsigned i = 0; i < 3000; ++i) model.findings.push_back(found("GEN-ALL-SHAPES", 0, "B"));
  model.findings.push_back(found("GEN-ALL-TYPES"));
  const std::vector<CheckReport> report = model.report();
  EXPECT_EQ(occurrences(check_json(report), "\"rule\":\"GEN-ALL-SHAPES\""), 3000u);
  EXPECT_EQ(occurrences(check_sarif(report), "\"ruleId\":\"GEN-ALL-SHAPES\""), 3000u);
  EXPECT_EQ(occurrences(check_text(report, Colour::no), "  rule   GEN-ALL-SHAPES"), text_findings_shown);
  EXPECT_THAT(check_text(report, Colour::no), HasSubstr("and 2950 more findings of GEN-ALL-SHAPES"));
  EXPECT_THAT(check_text(report, Colour::no), HasSubstr("  rule   GEN-ALL-TYPES"));
  EXPECT_EQ(occurrences(check_html(report), "<tr><td>something"), html_findings_shown + 1);
  EXPECT_THAT(check_html(report), HasSubstr("And 2000 more"));
}

TEST(CheckReport, FindingsAreGroupedByRuleWithErrorsFirstAndCounted) {
  EVIDENCE("CHECK-ALL-REPORT");
  Model model;
  model.findings = {found("FILE-ONNX-UNKNOWN", no_node, {}, Severity::notice), found("GEN-ALL-TYPES"),
                    found("GEN-ALL-SHAPES"), found("GEN-ALL-TYPES")};
  const auto groups = groups_of(model.findings);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].rule, "GEN-ALL-TYPES");
  EXPECT_EQ(groups[0].findings, (std::vector<const Finding*>{&model.findings[1], &model.findings[3]}));
  EXPECT_EQ(groups[2].severity, Severity::notice);
  const std::string text = check_text(model.report(), Colour::no);
  EXPECT_THAT(text, HasSubstr("  2 errors  GEN-ALL-TYPES      The element type of every tensor is explicit.\n"
                              "   1 error  GEN-ALL-SHAPES     "));
  EXPECT_THAT(text, testing::EndsWith("NOT conformant to sonnx: 1 of 1 node judged, 3 errors, 1 notice\n"));
}

TEST(CheckReport, AConformantModelHasNoFindingsButItsDescription) {
  EVIDENCE("CHECK-ALL-REPORT");
  Model model;
  EXPECT_THAT(check_text(model.report(), Colour::no), testing::StartsWith("model.onnx: IR version 8, operator set 14"));
  EXPECT_THAT(check_text(model.report(), Colour::no),
              testing::EndsWith("conformant to sonnx: 1 of 1 node judged, 0 errors\n"));
  EXPECT_THAT(
      check_html(model.report()),
      HasSubstr(
          "<td><bdi>\"B\"</bdi></td><td>float</td><td class=\"number\">[2,3]</td><td class=\"number\">24 bytes</td>"));
}

TEST(CheckReport, ColourIsThereOnlyWhenAskedForAndChangesNothingElse) {
  EVIDENCE("CHECK-ALL-REPORT");
  Model model;
  model.findings = {found("GEN-ALL-SHAPES", 0, "B")};
  std::string coloured = check_text(model.report(), Colour::yes);
  EXPECT_THAT(coloured, HasSubstr("\n\033[1;31merror:\033[0m something"));
  for (auto at = coloured.find('\033'); at != coloured.npos; at = coloured.find('\033'))
    coloured.erase(at, coloured.find('m', at) - at + 1);
  EXPECT_EQ(coloured, check_text(model.report(), Colour::no));
}

TEST(CheckReport, NamesCannotReachATerminal) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  for (const std::string& name : hostile) {
    Model model(name);
    model.findings = {found("GEN-ALL-SHAPES", 0, name)};
    model.findings[0].message = name;  // even where whoever found it did not quote
    const std::string text = check_text(model.report(), Colour::no);
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c <= 0x7E)) << name;
    EXPECT_EQ(occurrences(text, "\n"), 12u) << name;
  }
}

TEST(CheckReport, NamesCannotChangeTheStructureOfAPage) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  const auto shape_of = [](const std::string& name) {  // the page without the text between elements
    Model model(name);
    model.findings = {found("GEN-ALL-SHAPES", 0, name)};
    model.findings[0].message = name;
    std::string elements;
    bool inside = false;
    for (const char c : check_html(model.report(name))) {
      if (c == '<') inside = true;
      if (inside) elements += c;
      if (c == '>') inside = false;
    }
    return elements;
  };
  const std::string plain = shape_of("plain");
  for (const std::string& name : hostile) EXPECT_EQ(shape_of(name), plain) << name;
  EXPECT_EQ(html_text("a\u202E\n\x1b\xff&<"), "a\\u{202E}\\u{A}\\u{1B}\uFFFD&amp;&lt;");
}

TEST(CheckReport, NamesCannotEndAStringOfJson) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  const auto shape_of = [](const std::string& json) {  // without the content of strings
    std::string marks;
    bool inside = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
      EXPECT_TRUE(json[i] == '\n' || (static_cast<unsigned char>(json[i]) >= 0x20 && json[i] != 0x7F));
      if (inside && json[i] == '\\')
        ++i;
      else if (json[i] == '"')
        inside = !inside;
      else if (!inside)
        marks += json[i];
    }
    EXPECT_FALSE(inside);
    return marks;
  };
  const auto both = [&](const std::string& name) {
    Model model(name);
    model.findings = {found("GEN-ALL-SHAPES", 0, name)};
    model.findings[0].message = name;
    return shape_of(check_json(model.report(name))) + shape_of(check_sarif(model.report(name)));
  };
  const std::string plain = both("plain");
  for (const std::string& name : hostile) EXPECT_EQ(both(name), plain) << name;
  EXPECT_EQ(json_string("\u202E\u009B\x7f\xff\xed\xa0\x80"), "\"\\u202e\\u009b\\u007f\uFFFD\uFFFD\uFFFD\uFFFD\"");
}

TEST(CheckReport, SarifDescribesItsRulesAndPointsAtBytesNodesAndValues) {
  EVIDENCE("CHECK-ALL-SARIF");
  Model model;
  model.findings = {found("GEN-ALL-TYPES", no_node, {}, Severity::notice), found("GEN-ALL-SHAPES", 0, "B")};
  const std::string text = check_sarif(model.report("sub/my model%.onnx"));
  EXPECT_THAT(text, HasSubstr("\"version\":\"2.1.0\""));
  EXPECT_THAT(text, HasSubstr(R"("artifactLocation":{"uri":"sub/my%20model%25.onnx","index":0})"));
  EXPECT_THAT(text, HasSubstr(R"("region":{"byteOffset":20,"byteLength":1})"));
  EXPECT_THAT(text, HasSubstr(R"({"name":"first","fullyQualifiedName":"node 0","kind":"node"})"));
  EXPECT_THAT(text, HasSubstr(R"({"name":"B","fullyQualifiedName":"value B","kind":"value"})"));
  EXPECT_THAT(text, HasSubstr(R"("ruleId":"GEN-ALL-TYPES","ruleIndex":1,"level":"note")"));
  EXPECT_THAT(text, HasSubstr(R"("ruleId":"GEN-ALL-SHAPES","ruleIndex":0,"level":"error")"));
  EXPECT_THAT(text, HasSubstr(R"("shortDescription":{"text":"The element type of every tensor is explicit."})"));
  EXPECT_THAT(text, HasSubstr("Passes: a model in which every value declares its element type"));
}

TEST(CheckReport, SarifMessagesHoldNoPlaceholdersAndNoLinksOfTheModel) {
  EVIDENCE("CHECK-ALL-ESCAPE", "CHECK-ALL-SARIF");
  Model model;
  model.findings = {found("GEN-ALL-SHAPES")};
  model.findings[0].message = "Name [link](http://example.com) {0}";
  EXPECT_THAT(check_sarif(model.report()), HasSubstr(R"("text":"Name [link\\](http://example.com) {{0}}. Fix it.")"));
}

TEST(CheckReport, AReportMadeTwiceIsTheSame) {
  EVIDENCE("CHECK-ALL-SAME");
  Model one, other;
  one.findings = other.findings = {found("GEN-ALL-TYPES"), found("GEN-ALL-SHAPES", 0, "B")};
  EXPECT_EQ(all_formats(one.report()), all_formats(other.report()));
}

TEST(CheckReport, APageNeedsNoScriptAndNoOtherFile) {
  EVIDENCE("CHECK-ALL-ESCAPE");
  const std::string page = check_html(Model().report());
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
  for (const char* piece : {"<script", "<link", "<img", "src=", "http:", "https:"})
    EXPECT_THAT(page, Not(HasSubstr(piece)));
}

TEST(Requirements, FieldsAndRemarksAreSeparated) {
  const Requirement requirement{"A-ALL-B", "p", 1, "Title.", "- Origin: here\n- Passes: `x`\n\nMore.\n\nAnd more."};
  EXPECT_EQ(field_of(requirement, "Origin"), "here");
  EXPECT_EQ(field_of(requirement, "Passes"), "`x`");
  EXPECT_EQ(field_of(requirement, "Fails"), "");
  EXPECT_EQ(remarks_of(requirement), "More.\n\nAnd more.");
  EXPECT_EQ(remarks_of({"A-ALL-B", "p", 1, "Title.", "- Origin: here"}), "");
}

TEST(Requirements, ATagIsFoundAmongAll) {
  const auto all = requirements(pages());
  ASSERT_NE(find_requirement(all, "GEN-ALL-SHAPES"), nullptr);
  EXPECT_EQ(find_requirement(all, "GEN-ALL-SHAPES")->tag, "GEN-ALL-SHAPES");
  EXPECT_EQ(find_requirement(all, "NO-SUCH-TAG"), nullptr);
}

}  // namespace
}  // namespace etalon::impl
