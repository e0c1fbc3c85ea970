// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as an HTML page and as JUnit XML.
#include <fmt/format.h>

#include <algorithm>

#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/html.hpp"
#include "report/page/joined.hpp"
#include "report/page/junit.hpp"
#include "report/verify/report.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_sections = 2000;

std::string cell(std::uint64_t count) { return fmt::format("<td>{}</td>", count); }

std::string table_html(const VerifyReport& report) {
  std::string head, rows;
  for (const char* name : {"benchmark",
                           "tool",
                           "witnesses",
                           "in the box as decimals",
                           "as the input given",
                           "bounds rounded, too",
                           "holds over the reals",
                           "sequential",
                           "fused",
                           "wide",
                           "exact",
                           "policies disagree",
                           "holds in every order",
                           "fails",
                           "depends",
                           "not decided",
                           "not judged",
                           "correct",
                           "correct up to tolerance",
                           "spec not violated",
                           "exec doesn't match",
                           "wrong shape"})
    head += fmt::format("<th>{}</th>", html_text(name));
  const auto line = [&](const std::string& benchmark, const std::string& tool, const WitnessTotals& t) {
    rows += fmt::format("<tr><td>{}</td><td>{}</td>", html_text(benchmark), html_text(tool));
    rows += cell(t.witnesses);
    for (const std::uint64_t count : t.in_box) rows += cell(count);
    rows += cell(t.real[static_cast<std::size_t>(PropertyAnswer::yes)]);
    for (const std::uint64_t count : t.satisfied) rows += cell(count);
    rows += cell(t.policies_differ);
    for (const std::uint64_t count : t.any_order) rows += cell(count);
    rows += cell(t.witnesses - t.judged);
    for (const std::uint64_t count : t.checker) rows += cell(count);
    rows += "</tr>\n";
  };
  for (const auto& [key, totals] : tables_of(report)) line(key.first, key.second, totals);
  line("all", "", totals_of(report));
  return fmt::format("<div class=\"wide\"><table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n", head,
                     rows);
}

std::string section_html(const WitnessRow& row, std::size_t number) {
  std::string lines;
  for (const std::string& line : witness_lines(row)) lines += fmt::format("<li>{}</li>\n", html_text(line));
  const std::string what = row.tool.empty() ? "" : fmt::format("{} {} ", row.benchmark, row.tool);
  return fmt::format("<section id=\"witness-{}\"><h2>{}</h2>\n<p>{} {}</p>\n<ul>\n{}</ul></section>\n", number,
                     html_text(what + row.witness), html_text(row.network), html_text(row.property), lines);
}

// Those that a reader of a campaign looks for: neither holding nor failing in every order, or not judged.
bool has_section(const VerifyReport& report, const WitnessRow& row) {
  if (!report.is_campaign || !row.judged) return true;
  return row.judged->any_order == InAnyOrder::depends || row.judged->any_order == InAnyOrder::not_decided;
}

std::string test_name(const WitnessRow& row) { return row.tool.empty() ? row.witness : row.tool + " " + row.witness; }

void add_test(JUnitSuite& suite, const WitnessRow& row) {
  const auto own = [](const std::string& line) { return line; };
  const std::string words = joined(witness_lines(row), "\n", own);
  if (!row.judged) return suite.skip(test_name(row), "not judged: " + row.problem);
  if (!row.judged->reading) return suite.fail(test_name(row), "box", "the input is outside of the box", words);
  switch (row.judged->any_order) {
    case InAnyOrder::holds:
      return suite.pass(test_name(row), words);
    case InAnyOrder::fails:
      return suite.fail(test_name(row), "fails", "no admissible evaluation satisfies the property", words);
    case InAnyOrder::depends:
      return suite.fail(test_name(row), "depends", "some admissible evaluations satisfy the property, some do not",
                        words);
    case InAnyOrder::not_decided:
      return suite.skip(test_name(row),
                        "not decided in every admissible order; " + joined(witness_lines(row), "; ", own));
  }
}

}  // namespace

std::string verify_html(const VerifyReport& report) {
  std::string sections;
  std::size_t shown = 0, left = 0;
  for (std::size_t k = 0; k < report.rows.size(); ++k) {
    if (!has_section(report, report.rows[k])) continue;
    if (shown == most_sections) {
      ++left;
      continue;
    }
    ++shown;
    sections += section_html(report.rows[k], k);
  }
  if (left != 0) sections += fmt::format("<p>and {} more; the reports as CSV and JSON have all</p>\n", left);
  const std::string summary = verify_summary(report);  // one line
  const std::string body = fmt::format(
      "<h1><bdi>Witnesses</bdi></h1>\n<p><strong>{}</strong></p>\n<p>A witness holds if it satisfies the property, "
      "which describes what must not happen.</p>\n{}{}{}{}",
      html_text(summary.substr(0, summary.size() - 1)),
      report.property.empty() ? "" : fmt::format("<p>Property: {}.</p>\n", html_text(report.property)),
      report.is_campaign ? table_html(report) : "", sections, identity_html(report.identity));
  return html_page("etalon verify", figure_style, body);
}

std::string verify_junit(const VerifyReport& report) {
  std::vector<JUnitSuite> suites;
  JUnitProperties properties{{"etalon", tool_text()}, {"profile", report.identity.profile}};
  for (const HashedFile& file : report.identity.files)
    properties.emplace_back(file.role + " " + file.name, "sha256 " + file.sha256);
  for (const WitnessRow& row : report.rows) {
    const std::string name = row.benchmark.empty() ? "witnesses" : row.benchmark;
    const auto found = std::ranges::find(suites, name, &JUnitSuite::name);
    add_test(found != suites.end() ? *found : suites.emplace_back(JUnitSuite{name, name, properties}), row);
  }
  if (suites.empty()) suites.push_back({"witnesses", "witnesses", properties});
  return junit_xml("etalon verify", suites);
}

}  // namespace etalon::impl
