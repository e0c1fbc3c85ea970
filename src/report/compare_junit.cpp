// SPDX-License-Identifier: Apache-2.0
// Floor 9. See compare_report.hpp: as JUnit XML, for servers that collect tests. A test fails where the exit code is 1
// because of it, and is skipped where nothing is judged.
#include <fmt/format.h>

#include "report/compare_report.hpp"
#include "report/escape.hpp"
#include "report/findings.hpp"

namespace etalon::impl {
namespace {

struct Suite {
  std::string name, cases = {};
  std::size_t tests = 0, failures = 0, skipped = 0;

  void add(const std::string& test, const std::string& inside) {
    ++tests;
    cases += fmt::format("<testcase classname=\"{}\" name=\"{}\">{}</testcase>\n", html_text("etalon.compare." + name),
                         html_text(test), inside);
  }
  void pass(const std::string& test, const std::string& words) {
    add(test, fmt::format("<system-out>{}</system-out>", html_text(words)));
  }
  void fail(const std::string& test, const std::string& message, const std::string& words) {
    ++failures;
    add(test,
        fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", name, html_text(message), html_text(words)));
  }
  void skip(const std::string& test, const std::string& message) {
    ++skipped;
    add(test, fmt::format("<skipped message=\"{}\"/>", html_text(message)));
  }
};

// What is known of a node, a line for each of its outputs.
std::string facts_of(const Comparison& comparison, const ComparedNode& one) {
  const Graph& graph = *comparison.model->graph;
  std::string text = fmt::format("replicates: {}", policies_text(one.judged.replicates));
  for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
    const JudgedOutput& out = one.judged.outputs[k];
    if (out.elements.empty()) continue;
    const Shape& shape = comparison.model->calls[one.node].outputs[k]->shape;
    text += fmt::format("; {}: {}", graph.values[graph.nodes[one.node].outputs[k]].name, standings_text(out));
    if (out.count(Standing::violates) != 0)
      text += fmt::format(", first violation at {}",
                          index_string(shape, out.first[static_cast<std::size_t>(Standing::violates)]));
    if (out.differing != 0)
      text += fmt::format(", {} of {} with other bits, first at {}, at most {} ulp", out.differing, shape.count,
                          index_string(shape, out.first_differing), ulp_text(out.farthest.ulp));
  }
  if (one.judged.differs()) text += "; cause: " + cause_text(one.why);
  return text;
}

Suite nodes_of(const Comparison& comparison) {
  Suite suite{"conforms"};
  const std::optional<bool> conforms = comparison.conforms();
  if (!conforms)
    suite.skip("model", reason_of(comparison));
  else if (*conforms)
    suite.pass("model", reason_of(comparison));
  else
    suite.fail("model", "does not conform", reason_of(comparison));
  auto next = comparison.nodes.begin();
  for (std::uint32_t n = 0; n < comparison.model->calls.size(); ++n) {
    const std::string test = node_name(*comparison.model->graph, n);
    if (next == comparison.nodes.end() || next->node != n) {
      suite.skip(test, "the candidate does not give its operands and results");
      continue;
    }
    const ComparedNode& one = *next++;
    const NodeVerdict verdict = verdict_of(one.judged);
    if (verdict == NodeVerdict::violates)
      suite.fail(test, "an element that no admissible evaluation gives", facts_of(comparison, one));
    else if (verdict == NodeVerdict::not_judged)
      suite.skip(test, "what conforms is too wide, or the result is undefined");
    else
      suite.pass(test, facts_of(comparison, one));
  }
  return suite;
}

Suite outputs_of(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  Suite suite{"tolerance"};
  for (const ComparedValue& out : comparison.outputs) {
    const std::string& name = comparison.model->graph->values[out.value].name;
    const std::string words =
        fmt::format("{} of {} elements have other bits than the reference, at most {} ulp, {:.3g} absolute",
                    out.differing, out.elements, ulp_text(out.farthest.ulp), out.farthest.absolute);
    if (report.tolerance && !report.tolerance->holds(out))
      suite.fail(name, "farther from the reference than required", words);
    else
      suite.pass(name, report.tolerance ? words : words + "; no tolerance is required");
  }
  return suite;
}

}  // namespace

std::string compare_junit(const CompareReport& report) {
  std::string text, suites;
  std::size_t tests = 0, failures = 0, skipped = 0;
  for (const Suite& suite : {nodes_of(*report.comparison), outputs_of(report)}) {
    // Which files and rules the verdicts are about; a property is what JUnit has for that.
    std::string properties = fmt::format("<property name=\"etalon\" value=\"{}\"/>\n", html_text(tool_text()));
    properties +=
        fmt::format("<property name=\"replicates\" value=\"{}\"/>\n", policies_text(report.comparison->replicates));
    properties += fmt::format("<property name=\"profile\" value=\"{}\"/>\n", html_text(report.identity.profile));
    for (const HashedFile& file : report.identity.files)
      properties += fmt::format("<property name=\"sha256 of {} {}\" value=\"{}\"/>\n", html_text(file.role),
                                html_text(file.name), file.sha256);
    suites += fmt::format(
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
        "skipped=\"{}\">\n<properties>\n{}</properties>\n{}</testsuite>\n",
        html_text(report.model + ": " + suite.name), suite.tests, suite.failures, suite.skipped, properties,
        suite.cases);
    tests += suite.tests, failures += suite.failures, skipped += suite.skipped;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"etalon compare\" tests=\"{}\" failures=\"{}\" "
      "errors=\"0\" skipped=\"{}\">\n{}</testsuites>\n",
      tests, failures, skipped, suites);
}

}  // namespace etalon::impl
