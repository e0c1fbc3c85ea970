// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: totals, and the report in words and as a page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/quote.hpp"
#include "report/decisions/report.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/html.hpp"
#include "report/page/plots.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t shown = 20;  // rows that are listed

std::string decision_text(const std::optional<std::uint64_t>& decision, const DecisionSettings& settings) {
  if (!decision) return "?";
  return settings.threshold ? (*decision != 0 ? "above" : "not above") : std::to_string(*decision);
}

// "input 17: 3 over the reals; 5 under wide; margin 1.2e-07, error at most 3.1e-07"
std::string row_text(const DecisionsReport& report, std::size_t input, std::size_t row) {
  const RowDecision& one = report.inputs[input][row];
  std::string out = fmt::format("input {}{}: {} over the reals", input,
                                report.inputs[input].size() == 1 ? "" : fmt::format(", row {}", row),
                                decision_text(one.real, report.settings));
  for (std::size_t p = 0; p < policy_count; ++p) {
    if (!one.ran[p] || (one.taken[p] && one.taken[p] == one.real)) continue;
    out +=
        fmt::format("; {} under {}", one.taken[p] ? decision_text(one.taken[p], report.settings) : "no decision (NaN)",
                    accumulation_names[p]);
  }
  return out + fmt::format("; margin {}, error at most {}", end_text(one.margin, End::low, 3),
                           end_text(one.error, End::high, 3));
}

// Rows that are not the same, and those that could not be told.
std::vector<std::string> listed(const DecisionsReport& report) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < report.inputs.size(); ++i)
    for (std::size_t r = 0; r < report.inputs[i].size(); ++r)
      if (!report.inputs[i][r].is_same()) rows.push_back(row_text(report, i, r));
  return rows;
}

std::string ratio_sentence(const DecisionTotals& totals) {
  if (totals.is_exact) return "No score has an error.";
  if (!std::isfinite(totals.least_ratio)) return "No margin can be compared with the error of its scores.";
  return fmt::format("The smallest margin is {} times the error of its scores, at input {}.",
                     end_text(totals.least_ratio, End::low, 3), totals.least_input);
}

std::string policies_text(const DecisionsReport& report) {
  std::string names;
  for (std::size_t p = 0; p < policy_count; ++p)
    if (std::ranges::any_of(report.inputs, [&](const auto& rows) {
          return std::ranges::any_of(rows, [&](const RowDecision& row) { return row.ran[p]; });
        }))
      names += (names.empty() ? "" : ", ") + std::string(accumulation_names[p]);
  return names.empty() ? "no policy" : names;
}

std::string decided_text(const DecisionsReport& report) {
  const std::string output = quoted(report.model.graph->values[report.settings.output].name, 60);
  if (report.settings.threshold)
    return fmt::format("whether each element of output {} is above {}", output, report.settings.threshold->text);
  return fmt::format("which element of output {} is the largest of its row", output);
}

std::string headline(const DecisionsReport& report) {
  const DecisionTotals totals = totals_of(report);
  std::string out = fmt::format(
      "{} of {} decisions are the same over the reals and under {}; {} are taken otherwise, {} could not be told",
      totals.same, totals.rows, policies_text(report), totals.otherwise, totals.untold);
  if (report.settings.any_order) out += fmt::format("; {} are the same in every admissible order", totals.in_any_order);
  return out;
}

}  // namespace

DecisionTotals totals_of(const DecisionsReport& report) {
  DecisionTotals totals;
  for (std::size_t i = 0; i < report.inputs.size(); ++i)
    for (const RowDecision& row : report.inputs[i]) {
      ++totals.rows;
      ++(row.is_same() ? totals.same : row.is_otherwise() ? totals.otherwise : totals.untold);
      if (row.holds_in_any_order) ++totals.in_any_order;
      if (row.error != 0) totals.is_exact = false;
      if (!row.real || row.error == 0) continue;
      const double ratio = std::min(row.margin / row.error * (1 - 0x1p-50), std::numeric_limits<double>::max());
      if (ratio < totals.least_ratio) totals.least_ratio = ratio, totals.least_input = i;
    }
  return totals;
}

std::string decisions_summary(const DecisionsReport& report) { return headline(report) + "\n"; }

std::string decisions_text(const DecisionsReport& report) {
  std::string out = decisions_summary(report);
  out += fmt::format("Decided is {}, for {} inputs. {}\n", decided_text(report), report.inputs.size(),
                     ratio_sentence(totals_of(report)));
  const std::vector<std::string> rows = listed(report);
  for (std::size_t i = 0; i < std::min(rows.size(), shown); ++i) out += "  " + rows[i] + "\n";
  if (rows.size() > shown) out += fmt::format("  and {} more; the JSON report has all\n", rows.size() - shown);
  return out + "\n" + identity_text(report.identity);
}

std::string decisions_html(const DecisionsReport& report) {
  std::vector<std::uint64_t> by_power(24);
  for (const auto& rows : report.inputs)
    for (const RowDecision& row : rows)
      if (row.real && row.error > 0 && std::isfinite(row.error) && std::isfinite(row.margin)) {
        const int power = static_cast<int>(std::clamp(std::floor(std::log10(row.margin / row.error)), -1.0, 22.0));
        ++by_power[static_cast<std::size_t>(power + 1)];
      }
  const auto last = std::find_if(by_power.rbegin(), by_power.rend(), [](std::uint64_t n) { return n != 0; });
  std::vector<PlotBar> bars;
  for (std::size_t k = 0; k < static_cast<std::size_t>(by_power.rend() - last); ++k)
    bars.push_back({k == 0 ? "< 1" : "10" + raised(static_cast<unsigned>(k - 1)), by_power[k]});
  std::string rows;
  const std::vector<std::string> all = listed(report);
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 300); ++i)
    rows += fmt::format("<li>{}</li>\n", html_text(all[i]));
  const std::string body = fmt::format(
      "<h1><bdi>Decisions</bdi></h1>\n<p><strong>{}</strong></p>\n<p>Decided is {}, for {} inputs. {}</p>\n{}{}{}",
      html_text(headline(report)), html_text(decided_text(report)), report.inputs.size(),
      html_text(ratio_sentence(totals_of(report))),
      figure(bars_svg(bars, "margin over error", "decisions"),
             "How many decisions have which margin, in multiples of the error of their scores; each bar from its power "
             "of ten to the next."),
      rows.empty() ? "" : fmt::format("<h2>Not the same, or not told</h2>\n<ul>{}</ul>\n", rows),
      identity_html(report.identity));
  return html_page("etalon accuracy: decisions", figure_style, body);
}

}  // namespace etalon::impl
