// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: what all forms of the report share.
#include <fmt/format.h>

#include <array>

#include "report/check/report.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl {

const char* key_of(Judgement judgement) {
  static constexpr const char* keys[] = {"conformant", "not_conformant", "not_judged"};
  return keys[static_cast<unsigned>(judgement)];
}

std::string verdict_text(const CheckReport& report) {
  static constexpr const char* words[] = {"conformant to", "NOT conformant to", "not judged against"};
  return fmt::format("{} {}", words[static_cast<unsigned>(report.judgement())], report.profile->id);
}

std::string counts_text(const CheckReport& report) {
  std::string out = report.graph == nullptr
                        ? "the file cannot be read"
                        : fmt::format("{} of {} judged", report.judged, counted(report.graph->nodes.size(), "node"));
  const auto counts = counts_of(report.findings);
  for (const Severity severity : {Severity::error, Severity::unjudged, Severity::notice}) {
    const std::size_t count = counts[static_cast<std::size_t>(severity)];
    if (count > 0 || severity == Severity::error) out += ", " + counted(count, severity);
  }
  return out;
}

std::string check_summary(CheckReports reports) {
  if (reports.size() == 1) return fmt::format("{}: {}", verdict_text(reports[0]), counts_text(reports[0]));
  std::array<std::size_t, 4> counts{};  // the last one: not read
  for (const CheckReport& report : reports)
    ++counts[report.graph == nullptr ? 3 : static_cast<std::size_t>(report.judgement())];
  static constexpr const char* words[] = {"conformant", "NOT conformant", "not judged", "cannot be read"};
  std::string out;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", counts[i], words[i]);
  return fmt::format("{}: {}", counted(reports.size(), "model"), out);
}

std::string type_text(const Value& value) { return value.type ? info(*value.type).name : value.foreign_type; }

std::string shape_text(const Value& value) {
  if (value.shape) return to_string(*value.shape);
  return value.open.empty() ? std::string() : to_string(value.open.front());
}

}  // namespace etalon::impl
