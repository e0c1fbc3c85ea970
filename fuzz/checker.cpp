// SPDX-License-Identifier: Apache-2.0
// What can be read is checked under every profile, also with what a caller binds, and reported in every form: every
// finding has a place, a page and a hint, a fix is one line of ASCII, and no byte of a report means something to a
// terminal.
#include "check/check.hpp"

#include <algorithm>

#include "fuzz/bindings.hpp"
#include "fuzz/target.hpp"
#include "onnx/model.hpp"
#include "report/check/report.hpp"
#include "report/evidence/requirements.hpp"

namespace {

using namespace etalon::impl;
using etalon::fuzz::require;

bool is_plain(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  });
}

// Every form reads the spec pages, which takes long: one form per file.
void check_form(const CheckReport& report, std::size_t which) {
  static constexpr std::string (*forms[])(CheckReports) = {[](CheckReports r) { return check_text(r, Colour::no); },
                                                           check_html, check_json, check_sarif, check_summary};
  const std::string text = forms[which % std::size(forms)]({&report, 1});
  require(!text.empty(), "a report says something");
  require(is_plain(text), "a report has no control characters");
}

void check_findings(std::span<const Finding> findings, bool conformant, std::uint64_t size) {
  static const std::vector<Requirement> known = requirements(pages());
  bool failed = false;
  for (const Finding& finding : findings) {
    failed = failed || finding.severity != Severity::notice;
    require(is_plain(finding.fix) && finding.fix.find('\n') == std::string::npos, "a fix is one line");
    require(find_requirement(known, finding.status.rule) != nullptr, "a finding's tag has a page");
    require(finding.offset.value_or(0) <= size, "a finding's place is in the file");
    require(!finding.message.empty() && !finding.hint.empty(), "a finding has words, and a hint");
  }
  require(failed != conformant, "a model is conformant exactly if all findings are notices");
}

// A graph that takes the bindings has none of the names left that were bound, and is checked like any other.
void check_bound(Graph graph, const etalon::fuzz::DrawnBindings& drawn, std::uint64_t size) {
  if (const auto problem = bind(graph, drawn.bindings, etalon::fuzz::limits)) {
    require(problem->status.code == Code::usage || problem->status.code == Code::limit,
            "bindings are refused as usage or for their size");
    return check_findings({&*problem, 1}, false, size);
  }
  const std::vector<std::string> left = symbols_of(graph);
  for (const Bindings::Size& bound : drawn.bindings.sizes)
    require(std::ranges::find(left, bound.symbol) == left.end(), "what is bound is no longer open");
  const Verdict verdict = check(std::move(graph), *find_profile("onnx"));
  check_findings(verdict.findings, verdict.model != nullptr, size);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = etalon::fuzz::bytes_of(data, size);
  const Result<Graph> graph = read_model(bytes, etalon::fuzz::limits);
  const Profile& reported = profiles()[size % profiles().size()];
  if (!graph) {
    const std::span<const Finding> one(&graph.finding(), 1);
    check_findings(one, false, size);
    check_form({"m.onnx", &reported, nullptr, one, 0, {}}, size / 3);
    return 0;
  }
  for (const Profile& profile : profiles()) {
    const Verdict verdict = check(*graph, profile);
    check_findings(verdict.findings, (verdict.model != nullptr), size);
    require(verdict.judged <= verdict.graph->nodes.size(), "no node is judged twice");  // those of branches among them
    if (verdict.model) require(verdict.model->calls.size() == verdict.graph->nodes.size(), "every node has its call");
    if (&profile == &reported)
      check_form({"m.onnx", &profile, verdict.graph.get(), verdict.findings, verdict.judged, {}}, size / 3);
  }
  check_bound(*graph, etalon::fuzz::DrawnBindings(*graph, bytes), size);
  return 0;
}
