// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the report as text.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "report/check/report.hpp"
#include "report/evidence/requirements.hpp"
#include "report/page/escape.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl {
namespace {

constexpr const char* severity_colour[] = {"1;31", "1;33", "36"};
constexpr const char* judgement_colour[] = {"1;32", "1;31", "1;33"};
constexpr const char *bold = "1", *dim = "2";
constexpr std::size_t endpoints_shown = 20;  // of the inputs and of the outputs

struct Painter {
  Colour colour;
  std::string operator()(const char* look, std::string_view text) const {
    return colour == Colour::yes ? fmt::format("\033[{}m{}\033[0m", look, text) : std::string(text);
  }
  std::string operator()(Severity severity, std::string_view text) const {
    return (*this)(severity_colour[static_cast<unsigned>(severity)], text);
  }
};

std::string short_quoted(std::string_view name) { return quoted(name, 60); }

std::string block_of(const Finding& finding, const Graph* graph, const Painter& paint) {
  std::string out = fmt::format("{} {}\n", paint(finding.severity, fmt::format("{}:", name_of(finding.severity))),
                                printable(finding.message));
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) out += fmt::format("  {}  {}\n", paint(dim, fmt::format("{:<5}", label)), text);
  };
  add("rule", paint(bold, finding.status.rule));
  add("where", place_of(finding, graph, short_quoted));
  add("hint", printable(finding.hint));
  add("fix", finding.fix);  // ASCII, on one line
  return out + "\n";
}

// How often each rule was broken and what it says, where there is more than one.
std::string table_of(std::span<const FindingGroup> groups, const Painter& paint) {
  if (groups.empty()) return {};
  if (groups.size() == 1) return fmt::format("`etalon explain {}` describes the rule.\n", groups[0].rule);
  const std::vector<Requirement> all = requirements(pages());
  std::size_t tag_width = 0, count_width = 0;
  const auto count_of = [](const FindingGroup& group) { return counted(group.findings.size(), group.severity); };
  for (const FindingGroup& group : groups) {
    tag_width = std::max(tag_width, group.rule.size());
    count_width = std::max(count_width, count_of(group).size());
  }
  std::string out;
  for (const FindingGroup& group : groups) {
    const Requirement* requirement = find_requirement(all, group.rule);
    out += fmt::format("  {}  {}  {}\n", paint(group.severity, fmt::format("{:>{}}", count_of(group), count_width)),
                       paint(bold, fmt::format("{:<{}}", group.rule, tag_width)),
                       requirement != nullptr ? requirement->title : "");
  }
  return out + "`etalon explain TAG` describes a rule.\n";
}

std::string findings_text(const CheckReport& report, const Painter& paint) {
  const std::vector<FindingGroup> groups = groups_of(report.findings);
  std::string out;
  for (const FindingGroup& group : groups) {
    const std::size_t shown = std::min(group.findings.size(), text_findings_shown);
    for (std::size_t i = 0; i < shown; ++i) out += block_of(*group.findings[i], report.graph, paint);
    if (const std::size_t left = group.findings.size() - shown; left > 0)
      out += fmt::format("{} of {}; --format json and sarif list all\n\n",
                         paint(group.severity, fmt::format("and {}", counted(left, "more finding"))),
                         paint(bold, group.rule));
  }
  return out + table_of(groups, paint);
}

std::string values_text(const Graph& graph, const std::vector<std::uint32_t>& list, const char* role) {
  std::string out;
  for (std::size_t k = 0; k < std::min(list.size(), endpoints_shown); ++k) {
    const Value& value = graph.values[list[k]];
    const std::string type = type_text(value), shape = shape_text(value);
    out += fmt::format("  {:<6}  {} {}{}\n", role, short_quoted(value.name), type.empty() ? "(no type)" : type,
                       !shape.empty()                               ? " " + shape
                       : value.foreign == Value::Foreign::container ? ""
                                                                    : " (no shape)");
  }
  if (list.size() > endpoints_shown)
    out += fmt::format("  and {}\n", counted(list.size() - endpoints_shown, "more " + std::string(role)));
  return out;
}

std::string model_text(const CheckReport& report) {
  if (report.graph == nullptr) return fmt::format("{}: not read\n", printable(report.model));
  const Graph& graph = *report.graph;
  const auto opset = graph.operator_set();
  return fmt::format("{}: IR version {}, operator set {}, {}\n", printable(report.model), graph.ir_version,
                     opset ? std::to_string(*opset) : "not given", counted(graph.nodes.size(), "node")) +
         values_text(graph, graph.inputs, "input") + values_text(graph, graph.outputs, "output");
}

}  // namespace

std::string check_text(CheckReports reports, Colour colour) {
  const Painter paint{colour};
  std::string out;
  for (const CheckReport& report : reports) {
    const std::string findings = findings_text(report, paint);
    out += model_text(report) + (findings.empty() ? "" : "\n") + findings + identity_text(report.identity);
    out += paint(judgement_colour[static_cast<unsigned>(report.judgement())], check_summary({&report, 1})) + "\n";
    if (reports.size() > 1) out += "\n";
  }
  return reports.size() == 1 ? out : out + paint(bold, check_summary(reports)) + "\n";
}

}  // namespace etalon::impl
