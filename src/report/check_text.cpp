// SPDX-License-Identifier: Apache-2.0
// Floor 9. See check_report.hpp: the report as text, and as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "report/check_report.hpp"
#include "report/escape.hpp"
#include "report/findings.hpp"
#include "report/joined.hpp"
#include "report/requirements.hpp"

namespace etalon::impl {
namespace {

constexpr const char* severity_colour[] = {"1;31", "33", "36"};
constexpr const char *bold = "1", *dim = "2", *good = "1;32", *bad = "1;31";

struct Painter {
  bool colour;
  std::string operator()(const char* style, std::string_view text) const {
    return colour ? fmt::format("\033[{}m{}\033[0m", style, text) : std::string(text);
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
  return out + "\n";
}

// How often each rule was broken and what it says, where there is more than one.
std::string table_of(std::span<const FindingGroup> groups, const Painter& paint) {
  if (groups.empty()) return {};
  if (groups.size() == 1) return fmt::format("`etalon explain {}` tells more.\n", groups[0].rule);
  const std::vector<Requirement> all = requirements(pages());
  std::size_t tag_width = 0, count_width = 0;
  const auto count_of = [](const FindingGroup& group) {
    return counted(group.findings.size(), name_of(group.severity));
  };
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
  return out + "`etalon explain TAG` tells more of a rule.\n";
}

}  // namespace

std::string check_summary(const CheckReport& report) {
  std::string out =
      fmt::format("{} to {}: {}", report.conformant ? "conformant" : "NOT conformant", report.profile->id,
                  report.graph != nullptr ? counted(report.graph->nodes.size(), "node") : "the file cannot be read");
  const auto counts = counts_of(report.findings);
  for (const Severity severity : severities) {
    const std::size_t count = counts[static_cast<std::size_t>(severity)];
    if (count > 0 || severity == Severity::error) out += ", " + counted(count, name_of(severity));
  }
  return out;
}

std::string check_text(const CheckReport& report, bool colour) {
  const Painter paint{colour};
  const std::vector<FindingGroup> groups = groups_of(report.findings);
  std::string out;
  for (const FindingGroup& group : groups) {
    const std::size_t shown = std::min(group.findings.size(), text_findings_shown);
    for (std::size_t i = 0; i < shown; ++i) out += block_of(*group.findings[i], report.graph, paint);
    if (const std::size_t left = group.findings.size() - shown; left > 0)
      out += fmt::format(
          "{} of {}; --format json and sarif list all\n\n",
          paint(group.severity, fmt::format("and {} more {}{}", left, name_of(group.severity), left == 1 ? "" : "s")),
          paint(bold, group.rule));
  }
  out += table_of(groups, paint);
  return out + paint(report.conformant ? good : bad, check_summary(report)) + "\n";
}

std::string check_json(const CheckReport& report) {
  const auto counts = counts_of(report.findings);
  const auto finding = [](const Finding& f) {
    return fmt::format(
        "\n{{\"severity\":\"{}\",\"rule\":{},\"message\":{},\"hint\":{},\"node\":{},\"value\":{},\"offset\":{}}}",
        name_of(f.severity), json_string(f.status.rule), json_string(f.message), json_string(f.hint),
        f.status.node == no_node ? "null" : std::to_string(f.status.node), json_string(f.value), f.offset.value_or(0));
  };
  return fmt::format("{{\"tool\":{{\"name\":\"etalon\",\"version\":\"" ETALON_VERSION
                     "\"}},\"model\":{},\"profile\":{},\"conformant\":{},\"nodes\":{},"
                     "\"counts\":{{\"error\":{},\"warning\":{},\"notice\":{}}},\"findings\":[{}\n]}}\n",
                     json_string(report.model), json_string(report.profile->id), report.conformant,
                     report.graph != nullptr ? std::to_string(report.graph->nodes.size()) : "null", counts[0],
                     counts[1], counts[2], joined(report.findings, ",", finding));
}

}  // namespace etalon::impl
