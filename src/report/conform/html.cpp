// SPDX-License-Identifier: Apache-2.0
// Floor 9. See results.hpp: as one HTML page ("PEER-ALL-REPORT"). Its script only searches the table of cases;
// the page says everything without it.
#include "report/conform/html.hpp"

#include <fmt/format.h>

#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/findings.hpp"
#include "report/page/html.hpp"
#include "report/page/verdict_page.hpp"

namespace etalon::impl {
namespace {

constexpr std::string_view conform_style =
    R"(nav { margin: .8rem 0 } nav a { margin-right: 1rem; display: inline-block } tbody th { position: static; font-weight: 600 } tbody th p { margin: 0; font-weight: normal }
.wide { overflow-x: auto; max-width: 100%; margin-top: 1rem } .matrix { font-size: .87rem } .matrix th, .matrix td { padding: .25rem .35rem; overflow-wrap: normal } .matrix th[scope=row] { position: sticky; left: 0; white-space: nowrap }
.matrix td[class] { border-bottom: 3px solid var(--tone); background: var(--soft) } .matrix span { color: var(--tone); white-space: nowrap; margin-right: .3rem } .legend td:first-child { white-space: nowrap }
.beside { width: auto; align-self: flex-start } .beside td, .beside th { padding: .15rem .6rem } #judged td:nth-child(2) { white-space: nowrap } #judged code { white-space: nowrap } .box { margin-right: 1rem; white-space: nowrap } .run td { overflow-wrap: anywhere } .tags th:first-child { width: 40% } .tags td[class^=is] { white-space: nowrap } .plots { align-items: flex-start }
#show-violates:not(:checked) ~ #judged .k-violates, #show-fault:not(:checked) ~ #judged .k-fault, #show-partly-judged:not(:checked) ~ #judged .k-partly-judged, #show-not-judged:not(:checked) ~ #judged .k-not-judged, #show-conforms:not(:checked) ~ #judged .k-conforms { display: none }
@media (min-width: 50.01rem) { #judged th:nth-child(1) { width: 16% } #judged th:nth-child(3) { width: 30% } #judged th:nth-child(4) { width: 22% } }
@media (max-width: 50rem) { .box::after { content: "\A"; white-space: pre } tbody th { display: block; border: 0; padding: .15rem 0 } .tags th:first-child { width: auto } .matrix, .beside { display: table } .matrix thead, .beside thead { display: table-header-group } .matrix tbody, .beside tbody { display: table-row-group }
  .matrix tr, .beside tr { display: table-row } .matrix td, .beside td, .matrix tbody th { display: table-cell; padding: .25rem .35rem } .matrix td[class] { border-bottom: 3px solid var(--tone) } .matrix th, .matrix tbody th { border-bottom: 1px solid var(--line) } }
@media print { .wide { overflow: visible } nav, .box, input { display: none } details:not([open]) > * { display: block } }
)";

// "23 other form, 54 crashed"
std::string listed(const Tally& tally, CaseOutcome first, CaseOutcome last) {
  std::string text;
  for (auto k = static_cast<std::size_t>(first); k <= static_cast<std::size_t>(last); ++k)
    if (tally.outcomes[k] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tally.outcomes[k], outcome_texts[k].name);
  return text;
}

// Only where every case that gave outputs was judged wholly is the answer a tick.
std::string conforms_html(const Tally& all) {
  const std::uint64_t conforming = all.of(CaseVerdict::conforms), violating = all.of(CaseVerdict::violates);
  const std::uint64_t open = all.of(CaseVerdict::partly_judged) + all.of(CaseVerdict::not_judged);
  constexpr const char* question = "Do its results conform?";
  const std::string reason = counts_text(all);
  if (violating > 0)
    return verdict_card(question, "is-bad", fmt::format("✗ {} not", counted(violating, "case")), reason);
  if (!all.is_judged()) return verdict_card(question, "is-warn", "? no case was judged wholly", reason);
  if (open > 0)
    return verdict_card(question, "is-warn", fmt::format("◐ {} of {}", conforming, counted(conforming + open, "case")),
                        reason);
  return verdict_card(question, "is-good", "✓ every case that it computed", reason);
}

std::string requirements_of_user_html(const ConformResults& results, const Tally& all) {
  std::string out;
  if (!results.run.tolerance.empty())
    out += verdict_card(
        "Within the required tolerance?", all.beyond_tolerance > 0 ? "is-bad" : "is-good",
        all.beyond_tolerance > 0 ? fmt::format("✗ exceeded in {}", counted(all.beyond_tolerance, "case")) : "✓ kept",
        fmt::format("{}, of the expected outputs; conformance is judged separately", results.run.tolerance));
  if (results.judged_share) {
    const bool reached = is_reached(all, *results.judged_share);
    out += verdict_card("Was enough judged?", reached ? "is-good" : "is-bad", reached ? "✓ yes" : "✗ no",
                        share_text(all, *results.judged_share));
  }
  return out;
}

std::string verdicts_html(const ConformResults& results, const Tally& all) {
  const ConformRun& run = results.run;
  const std::uint64_t same = all.of(CaseOutcome::same_bits);
  const std::uint64_t compared = same + all.of(CaseOutcome::other_nan) + all.of(CaseOutcome::other_bits);
  const std::uint64_t faults = all.of(CaseVerdict::fault);
  const std::string part =
      run.part.of == 1 ? "" : fmt::format("<p>This is part {} of {}.</p>\n", run.part.index, run.part.of);
  return fmt::format(
      "<header><h1>etalon conform: <bdi>{}</bdi></h1>\n<div class=\"verdicts\">\n{}{}{}{}</div>{}</header>\n",
      html_text(run.greeting), conforms_html(all),
      verdict_card("Do they have the expected bits?", same == compared && same > 0 ? "is-good" : "is-note",
                   fmt::format("{} of {}", same, counted(compared, "case")),
                   "of those that were compared; different bits alone are not a fault"),
      verdict_card(
          "Did it crash, hang or give what cannot be read?", faults > 0 ? "is-bad" : "is-note",
          faults > 0 ? fmt::format("✗ in {}", counted(faults, "case")) : "no",
          faults > 0 ? listed(all, CaseOutcome::no_output, CaseOutcome::timed_out) : "its results may still be wrong"),
      requirements_of_user_html(results, all), part);
}

std::string outcomes_html(const Tally& all) {
  std::string rows;
  for (std::size_t k = 0; k < outcome_count; ++k)
    if (all.outcomes[k] > 0)
      rows += fmt::format("<tr><th scope=\"row\">{}</th>{}<td>{}</td></tr>\n", outcome_texts[k].name,
                          count_cell("Cases", all.outcomes[k]), outcome_texts[k].meaning);
  return fmt::format(
      "<h2 id=\"outcomes\">Outcomes</h2>\n<table class=\"legend\"><thead><tr><th scope=\"col\">Outcome</th><th "
      "scope=\"col\">Cases</th><th scope=\"col\">Meaning</th></tr></thead><tbody>\n{}</tbody></table>\n",
      rows);
}

// What went in, and who computed it.
std::string record_html(const ConformRun& run) {
  const auto row = [](const char* what, const std::string& is) {
    return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", what, is);
  };
  return fmt::format("<h2 id=\"run\">Run</h2>\n<table class=\"run\"><tbody>\n{}{}{}{}{}</tbody></table>\n{}{}",
                     row("Peer, as it was asked for", "<code>" + html_text(run.peer) + "</code>"),
                     row("What it says of itself", "<bdi>" + html_text(run.greeting) + "</bdi>"),
                     row("Run by", html_text(run.tool)), row("Cases", std::to_string(run.cases)),
                     row("SHA-256 of the cases", "<code>" + html_text(run.vectors) + "</code>"), identity_html({}),
                     run.tool == tool_text() ? platform_html() : "");
}

constexpr const char* navigation =
    "<nav aria-label=\"Sections\"><a href=\"#outcomes\">Outcomes</a><a href=\"#causes\">Causes</a><a "
    "href=\"#matrix\">Operators by type</a><a href=\"#distances\">Distances</a><a "
    "href=\"#requirements\">Requirements</a><a href=\"#cases\">Cases</a><a href=\"#run\">Run</a></nav>\n";

}  // namespace

const CaseLook& look_of(CaseVerdict verdict) {
  static constexpr CaseLook looks[case_verdict_count] = {
      {"conforms", "✓", "conforms", "is-good", "every element was judged and is one that the profile allows"},
      {"refused", "⊘", "refused as specified", "is-good", "an error condition is specified, and the peer refused"},
      {"violates", "✗", "violates", "is-bad", "an element that no admissible evaluation gives"},
      {"fault", "!", "fault", "is-bad", "no answer, no output that can be read, or one of another form"},
      {"unsupported", "–", "unsupported", "is-plain", "the peer does not have the operator, type or version"},
      {"partly-judged", "◐", "partly judged", "is-warn",
       "for some elements the admissible interval is too wide to decide"},
      {"not-judged", "?", "not judged", "is-warn",
       "refused, not refused, or the admissible interval is too wide to decide"},
  };
  return looks[static_cast<std::size_t>(verdict)];
}

CaseVerdict gravest(const Tally& tally) {
  for (const CaseVerdict verdict : {CaseVerdict::fault, CaseVerdict::violates, CaseVerdict::not_judged,
                                    CaseVerdict::partly_judged, CaseVerdict::conforms, CaseVerdict::refused})
    if (tally.of(verdict) > 0) return verdict;
  return CaseVerdict::unsupported;
}

std::string count_cell(const char* header, std::uint64_t count) {
  return count > 0 ? number_cell(header, std::to_string(count))
                   : fmt::format("<td class=\"n nothing\" data-h=\"{}\">–</td>", header);
}

std::string conform_html(const ConformResults& results) {
  const Tally all = tallies_of(results).all;
  const std::string body = verdicts_html(results, all) + navigation + outcomes_html(all) + causes_html(results) +
                           reasons_html(results) + matrix_html(results) + distances_html(results) +
                           requirements_html(results) + cases_html(results) + record_html(results.run);
  return html_page("etalon conform: " + results.run.greeting,
                   std::string(figure_style) + std::string(verdict_style) + std::string(conform_style), body,
                   search_script);
}

}  // namespace etalon::impl
