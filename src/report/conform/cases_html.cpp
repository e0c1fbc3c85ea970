// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp: where bits differ, and case by case.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/conform/html.hpp"
#include "report/page/distances.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/joined.hpp"
#include "report/page/verdict_page.hpp"

namespace etalon::impl {
namespace {

// So that a page stays below 5 MB: of the table of cases, of what the peer said of one, and rows of other tables.
constexpr std::size_t rows_bytes = 3'800'000, said_bytes = 300, causes_shown = 400, heat_rows = 100;

// The largest distance of a case that has other bits.
std::optional<std::uint64_t> distance_of(const ConformRow& row) {
  const auto& is = row.result.difference;
  if (!is || is->other_bits == 0) return std::nullopt;
  return is->other_kinds > 0 ? no_distance : std::min(is->ulp, no_distance - 1);
}

// Columns of the heat map.
constexpr struct {
  const char* name;
  std::uint64_t most;
} bands[] = {{"0", 0},
             {"1", 1},
             {"≤4", 4},
             {"≤16", 16},
             {"≤256", 256},
             {"≤2¹⁶", std::uint64_t{1} << 16},
             {"≤2³²", std::uint64_t{1} << 32},
             {"more", no_distance - 1},
             {"NaN", no_distance}};
constexpr std::size_t band_count = std::size(bands);

std::string heat_of(const ConformResults& results) {
  std::map<std::string, std::array<double, band_count>> operators;
  for (const ConformRow& row : results.rows)
    if (const auto distance = distance_of(row)) {
      std::size_t band = 0;
      while (*distance > bands[band].most) ++band;
      operators[short_operator(row.one.operation)][band] += 1;
    }
  std::vector<std::string> row_names, column_names;
  std::vector<double> values;
  for (const auto& band : bands) column_names.emplace_back(band.name);
  for (const auto& [name, counts] : operators) {
    if (row_names.size() == heat_rows) break;
    row_names.push_back(name);
    values.insert(values.end(), counts.begin(), counts.end());
  }
  return figure(
      heat_svg({row_names.size(), band_count, values, "largest distance in ulp", "operator", row_names, column_names}),
      fmt::format("Cases with other bits by operator and distance, darker where there are more (logarithmic scale){}.",
                  operators.size() > heat_rows ? fmt::format("; the first {} operators", heat_rows) : ""));
}

// Expected and given, one above the other, so that the eye finds the digit.
std::string bits_html(const ConformRow& row) {
  const auto& is = row.result.difference;
  if (!is || is->given.empty()) return "–";
  return fmt::format("<small>expected</small> <code>{}</code><br><small>given</small> <code>{}</code>",
                     html_text(is->expected), html_text(is->given));
}

std::string said_html(const ConformRow& row) {
  const std::string said = peer_words(row);
  if (said.empty()) return {};
  return fmt::format("<br><small>{}{}</small>", html_text(said.substr(0, said_bytes)),
                     said.size() > said_bytes ? "…" : "");
}

std::string case_html(const ConformRow& row) {
  const CaseLook& look = look_of(verdict_of(row));
  const std::string verdict = verdict_words(row);
  return fmt::format(
      "<tr class=\"k-{}\"><th scope=\"row\">{}</th><td data-h=\"Verdict\" class=\"{}\">{} {}</td><td>{}{}{}</td><td "
      "data-h=\"Cause\">{}</td><td data-h=\"First other element\">{}</td></tr>\n",
      look.key, html_text(row.one.name), look.tone, look.sign, look.name, outcome_words(row),
      verdict.empty() ? "" : "<br>" + html_text(verdict), said_html(row),
      row.result.judged && !row.result.judged->cause.empty() ? html_text(row.result.judged->cause) : "–",
      bits_html(row));
}

// Cases by what they have in common.
std::string counts_html(const char* what, const std::vector<CauseCount>& causes) {
  std::string rows;
  for (std::size_t k = 0; k < std::min(causes.size(), causes_shown); ++k)
    rows += fmt::format("<tr><th scope=\"row\">{}</th>{}<td data-h=\"Operators\">{}</td></tr>\n",
                        html_text(causes[k].cause), count_cell("Cases", causes[k].cases),
                        joined(causes[k].operators, ", ", [](const auto& one) {
                          return fmt::format("{} <small>{}</small>", html_text(one.first), one.second);
                        }));
  return fmt::format(
      "<table class=\"tags\"><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">Cases</th><th "
      "scope=\"col\">Operators</th></tr></thead><tbody>\n{}</tbody></table>\n{}",
      what, rows,
      causes.size() > causes_shown ? fmt::format("<p>And {} more.</p>\n", causes.size() - causes_shown) : "");
}

}  // namespace

std::string reasons_html(const ConformResults& results) {
  const std::vector<CauseCount> reasons = reasons_of(results);
  return reasons.empty()
             ? ""
             : "<h2 id=\"reasons\">Why cases were not judged, or only in part</h2>\n" + counts_html("Reason", reasons);
}

std::string causes_html(const ConformResults& results) {
  const std::string out = "<h2 id=\"causes\">Causes of other bits</h2>\n";
  const std::vector<CauseCount> causes = causes_of(results);
  return out +
         (causes.empty() ? "<p>None: no case that was judged has other bits.</p>\n" : counts_html("Cause", causes));
}

std::string distances_html(const ConformResults& results) {
  std::string out = "<h2 id=\"distances\">Distances</h2>\n";
  std::vector<std::uint64_t> distances;
  for (const ConformRow& row : results.rows)
    if (const auto distance = distance_of(row)) distances.push_back(*distance);
  if (distances.empty()) return out + "<p>No case has other bits.</p>\n";
  const std::vector<PlotBar> bars = distance_bars(distances);
  return out +
         fmt::format(
             "<p>Of the {} cases with other bits, by the element of each that is farthest from the expected one, in "
             "numbers of its type. 0: another NaN, or a zero of the other sign. NaN: a NaN on one side only.</p>\n"
             "<div class=\"plots\">\n{}<table class=\"beside\"><thead><tr><th scope=\"col\">ulp</th><th "
             "scope=\"col\">Cases</th></tr></thead><tbody>\n{}</tbody></table>\n{}</div>\n",
             distances.size(),
             figure(bars_svg(bars, "largest distance in ulp", "cases"), "How many cases have which largest distance."),
             joined(bars, "",
                    [](const PlotBar& bar) {
                      return bar.count == 0 ? ""
                                            : fmt::format("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td></tr>\n",
                                                          bar.label, bar.count);
                    }),
             heat_of(results));
}

std::string cases_html(const ConformResults& results) {
  std::string out = "<h2 id=\"cases\">Cases</h2>\n", boxes, rows;
  std::size_t left = 0;
  for (const CaseVerdict verdict : {CaseVerdict::violates, CaseVerdict::fault, CaseVerdict::partly_judged,
                                    CaseVerdict::not_judged, CaseVerdict::conforms}) {
    std::size_t count = 0;
    for (const ConformRow& row : results.rows) {
      if (!is_listed(row) || verdict_of(row) != verdict) continue;
      ++count;
      if (rows.size() < rows_bytes)
        rows += case_html(row);
      else
        ++left;
    }
    const CaseLook& look = look_of(verdict);
    if (count > 0)
      boxes += fmt::format(
          "<input type=\"checkbox\" id=\"show-{0}\" checked><label class=\"box\" for=\"show-{0}\"> {1} {2}: "
          "{3}</label>\n",
          look.key, look.sign, look.name, count);
  }
  if (rows.empty()) return out + "<p>Every case is as specified, or not supported.</p>\n";
  return out + fmt::format(
                   "<p>Those that are not as specified bit for bit; what the peer does not support is only counted. "
                   "Bits are those of the first element that differs.</p>\n{}{}<table id=\"judged\"><thead><tr><th "
                   "scope=\"col\">Case</th><th scope=\"col\">Verdict</th><th scope=\"col\">What became of it</th><th "
                   "scope=\"col\">Cause</th><th scope=\"col\">First other "
                   "element</th></tr></thead><tbody>\n{}</tbody></table>\n{}",
                   boxes, search_field, rows,
                   left > 0 ? fmt::format("<p>And {} more; the JSON report has all.</p>\n", left) : "");
}

}  // namespace etalon::impl
