// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as one HTML page ("CON-ALL-REPORT"). Its script only searches the table of nodes;
// the page says everything without it.
#include "report/compare/html.hpp"

#include <fmt/format.h>

#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/html.hpp"
#include "report/page/network_svg.hpp"
#include "report/page/verdict_page.hpp"

namespace etalon::impl {
namespace {

constexpr std::string_view compare_style =
    R"(.legend td:first-child { white-space: nowrap }
#judged td:nth-child(1) { min-width: 9rem } #judged td:nth-child(2) { white-space: nowrap } #judged td:nth-child(3) { min-width: 10rem } #judged td:nth-child(8) { min-width: 14rem }
@media (max-width: 50rem) { #judged td:nth-child(n) { min-width: 0 } }
)";

// How a verdict looks: colour is never the only sign.
struct Look {
  const char *sign, *tone;
};
const Look& look_of(Conformance is) {
  static constexpr Look looks[] = {{"✓", "is-good"}, {"◐", "is-warn"}, {"?", "is-warn"}, {"✗", "is-bad"}};
  return looks[static_cast<std::size_t>(is)];
}

// Not to replicate is no fault: only a policy that someone demands can be missed.
std::string verdicts_html(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  const Claim claim = report.claim();
  const std::vector<Accumulation> policies = report.replicates();
  const Look& look = look_of(claim.is);
  const bool replicates = !policies.empty();
  std::string out = fmt::format(
      "<header><h1>etalon compare: <bdi>{}</bdi></h1>\n<div class=\"verdicts\">\n{}{}", html_text(report.model),
      verdict_card("Conforms to the profile?", look.tone, fmt::format("{} {}", look.sign, claim.headline()),
                   claim.reason),
      verdict_card("Replicates which policy, bit for bit?", replicates ? "is-good" : "is-note",
                   (replicates ? "✓ " : "") + policies_text(policies), replication_of(report)));
  if (const auto deployed = deployed_count(report))
    out +=
        verdict_card("Does the deployed model give the same outputs?", deployed->differing == 0 ? "is-good" : "is-warn",
                     deployed->differing == 0 ? "✓ yes" : "✗ no", deployed_text(*deployed));
  if (report.tolerance)
    out += report.within_tolerance() ? verdict_card("Within the required tolerance?", "is-good", "✓ kept",
                                                    "every output is as near as required")
                                     : verdict_card("Within the required tolerance?", "is-bad", "✗ exceeded",
                                                    "an output is farther from the reference than required");
  out += "</div></header>\n";
  if (comparison.first_divergence() != nullptr) out += "<p>Bits differ: <a href=\"#first\">where and why</a>.</p>\n";
  return out;
}

// Several inputs; the rest of the page is about one of them.
std::string inputs_html(const CompareReport& report) {
  if (report.inputs.empty()) return {};
  std::string rows, shown;
  for (const ComparedInput& one : report.inputs) {
    const Claim claim = one.comparison->claim();
    rows += fmt::format("<tr><td data-h=\"Input\"><bdi>{}</bdi></td><td data-h=\"Verdict\">{} {}</td>{}{}{}</tr>\n",
                        html_text(one.name), look_of(claim.is).sign, html_text(claim.headline()),
                        number_cell("Elements", fmt::to_string(one.elements())),
                        number_cell("Differing", fmt::to_string(one.differing())),
                        number_cell("Ulp", ulp_text(one.farthest())));
    if (one.comparison == report.comparison) shown = one.name;
  }
  return fmt::format(
      "<h2 id=\"inputs\">Inputs</h2>\n<table><thead><tr><th>Input</th><th>Verdict</th><th>Elements</th>"
      "<th>Differing</th><th>Ulp</th></tr></thead><tbody>\n{}</tbody></table>\n<p>What follows is of <bdi>{}</bdi>; "
      "a cause is one of all inputs.</p>\n",
      rows, html_text(shown));
}

}  // namespace

std::string value_html(const Graph& graph, std::uint32_t value) {
  const std::string& name = graph.values[value].name;
  return fmt::format("<bdi>\"{}{}\"</bdi>", html_text(name.substr(0, 60)), name.size() > 60 ? "…" : "");
}

std::string compare_html(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  const std::string body = verdicts_html(report) + inputs_html(report) + first_difference_html(comparison) +
                           stretches_html(comparison) + drawing_html(comparison) + outputs_html(report) +
                           operators_html(comparison) + nodes_html(comparison) + identity_html(report.identity) +
                           platform_html();
  return html_page(
      fmt::format("{}: etalon compare", report.model),
      std::string(verdict_style) + std::string(compare_style) + std::string(figure_style) + std::string(network_style),
      body, search_script);
}

}  // namespace etalon::impl
