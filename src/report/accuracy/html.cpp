// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as one HTML page with plots.
#include "report/accuracy/html.hpp"
#include "report/accuracy/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/html.hpp"
#include "report/page/joined.hpp"
#include "report/page/network_svg.hpp"

namespace etalon::impl {
namespace {

// So much is shown that a page stays below a megabyte.
constexpr std::size_t nodes_shown = 300, outputs_shown = 4;

constexpr std::string_view style =
    R"(h1 { font-size: 1.2rem; margin: 0 0 .3rem; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem } h3 { font-size: 1rem; margin: 1rem 0 .3rem }
header { border-left: .4rem solid var(--tone); background: var(--soft); padding: .8rem 1rem } header strong { font-size: 1.4rem; color: var(--tone); overflow-wrap: anywhere } header p { margin: .3rem 0 0; overflow-wrap: anywhere }
)";

std::string measured_cell(const char* header, const Error& error) {
  return number_cell(header,
                     fmt::format("{}<br> <small>{} ulp</small>", bound_text(error.absolute), bound_text(error.ulp)));
}

std::string node_row(const Analysis& analysis, const NodeSummary& s) {
  const Call& call = analysis.model->calls[s.node];
  const Tensor& out = *analysis.values[s.value].low;
  std::string remarks;
  if (s.unbounded > 0)
    remarks += fmt::format("<br><span class=\"risk\">⚠ no bound for {} of {}, first at {}: {}</span>", s.unbounded,
                           out.shape().count, index_string(out.shape(), s.first_unbounded), html_text(s.reason));
  for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
    if (const Events::Tally& tally = analysis.results[s.result].risks.of[risk]; tally.count > 0)
      remarks += fmt::format("<br><span class=\"risk\">⚠ {}: {} of {}, first at {}</span>", risk_names[risk],
                             tally.count, out.shape().count, index_string(out.shape(), tally.first));
  std::string row = fmt::format("<tr><td>{}<br><small>{} {}</small>{}</td>", html_text(result_title(analysis, s)),
                                info(out.type()).name, to_string(out.shape()), remarks);
  const auto [low, high] = computed_text(analysis, s);
  row += number_cell("Computed", high.empty() ? html_text(low) : fmt::format("{} …<br> {}", low, high));
  if (analysis.shadowed) row += measured_cell("Introduced, measured", s.measured_introduced);
  row += number_cell("Introduced ≤", bound_text(s.introduced)) + number_cell("Propagated ≤", bound_text(s.propagated));
  if (analysis.shadowed) row += measured_cell("Error, measured", s.measured_total);
  row += number_cell("Error ≤", bound_text(s.total));
  if (analysis.any_order) return row + "</tr>\n";  // formulas are of the policy
  return row +
         (!is_rounded(analysis, s)
              ? "<td data-h=\"Introduced ≤ by formula\">–</td></tr>\n"
              : fmt::format("<td data-h=\"Introduced ≤ by formula\"><span class=\"n\">{}</span><br><small><code>{}"
                            "</code></small></td></tr>\n",
                            bound_text(s.a_priori), html_text(bound_of(*call.op).formula(call))));
}

std::string nodes_html(const Analysis& analysis, std::span<const NodeSummary> summaries) {
  const std::size_t shown = std::min(summaries.size(), nodes_shown);
  return fmt::format(
      "<h2>Nodes</h2>\n<p>Each row is the maximum over the node's elements. {}</p>\n<table><thead><tr><th>Node</th>"
      "<th>Computed</th>{}<th>Introduced&nbsp;≤</th><th>Propagated&nbsp;≤</th>{}<th>Error&nbsp;≤</th>"
      "{}</tr></thead><tbody>\n{}</tbody></table>\n{}{}",
      error_terms, analysis.shadowed ? "<th>Introduced, measured</th>" : "",
      analysis.shadowed ? "<th>Error, measured</th>" : "",
      analysis.any_order ? "" : "<th>Introduced&nbsp;≤ by formula</th>",
      joined(summaries.first(shown), "", [&](const NodeSummary& s) { return node_row(analysis, s); }),
      shown == summaries.size()
          ? ""
          : fmt::format("<p>And {} more nodes; the JSON report lists all.</p>\n", summaries.size() - shown),
      analysis.any_order
          ? ""
          : fmt::format("<p><small>By formula: what is known before anything is computed; {}</small></p>\n",
                        html_text(formula_symbols(analysis))));
}

std::string contributions_html(const Analysis& analysis, const std::vector<NodeSummary>& summaries) {
  if (summaries.size() < 2) return {};
  const std::vector<Contribution> all = contributions_of(summaries);
  const std::size_t shown = std::min(all.size(), contributions_shown);
  std::string rows;
  for (const Contribution& c : std::span(all).first(shown))
    rows += fmt::format("<tr><td>{}</td>{}{}</tr>\n", html_text(node_title(analysis, c.node)),
                        number_cell("Introduced ≤", bound_text(c.introduced)), number_cell("Share", share_text(c)));
  return fmt::format(
      "<h2>Nodes that introduce most</h2>\n<p>{} {}</p>\n<table><thead><tr><th>Node</th><th>Introduced&nbsp;≤</th>"
      "<th>Share</th></tr></thead><tbody>\n{}</tbody></table>\n{}",
      contribution_terms, html_text(without_share(analysis, summaries)), rows,
      shown == all.size() ? "" : fmt::format("<p>And {} more nodes.</p>\n", all.size() - shown));
}

// Darker where a node's bound is larger in relation to the others', by logarithm.
std::string drawing_html(const Analysis& analysis, const std::vector<NodeSummary>& summaries) {
  if (summaries.size() < 2) return {};
  using Tone = DrawnNode::Tone;
  std::vector<DrawnNode> nodes(analysis.model->calls.size(), {Tone::plain, "no error"});
  std::vector<double> introduced(nodes.size(), 0);
  double least = infinite_bound, most = 0;
  for (const NodeSummary& s : summaries) introduced[s.node] = std::max(introduced[s.node], s.introduced);
  for (const double bound : introduced)
    if (bound > 0 && bound < infinite_bound) least = std::min(least, bound), most = std::max(most, bound);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (introduced[n] == 0) continue;
    if (introduced[n] < infinite_bound)
      nodes[n] = {Tone::note, "≤ " + bound_text(introduced[n]), "bound of the error that it introduces", "",
                  most > least ? std::log(introduced[n] / least) / std::log(most / least) : 1};
    else
      nodes[n] = {Tone::warn, "⚠ no finite bound"};
  }
  return "<h2>Network</h2>\n<p>Each node with the largest bound of the error that it introduces itself, darker where "
         "it "
         "is larger (logarithmic scale).</p>\n" +
         network_svg(*analysis.model->graph, nodes, "The network, each node with the error that it introduces");
}

std::string outputs_html(const Analysis& analysis, const std::vector<NodeSummary>& summaries) {
  std::string out;
  std::size_t count = 0;
  for (const OutputSummary& s : outputs_of(analysis))
    if (s.node != no_node && count++ < outputs_shown) out += output_html(analysis, s, summaries[s.result]);
  if (count > outputs_shown)
    out += fmt::format("<p>And {} more outputs; the JSON report has all.</p>\n", count - outputs_shown);
  return out;
}

// A requirement can be met or not; without one a bound is neither good nor bad, only small or large.
struct Tone {
  const char *kind, *words;
};
Tone tone_of(const AccuracyReport& report, const Headline& headline) {
  if (!report.verdicts.empty())
    return std::ranges::all_of(report.verdicts, &RequirementVerdict::met) ? Tone{"is-good", "✓ Requirements met. "}
                                                                          : Tone{"is-bad", "✗ Requirement not met. "};
  for (const NodeErrors& node : report.analysis->results)
    for (const Events::Tally& tally : node.risks.of)
      if (tally.count > 0) return {"is-warn", "⚠ "};
  return headline.small ? Tone{"is-note", ""} : Tone{"is-warn", "⚠ "};
}

std::string header_html(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const Headline headline = headline_of(analysis);
  const Tone tone = tone_of(report, headline);
  std::string out = fmt::format("<header class=\"{}\"><h1><bdi>{}</bdi></h1><strong>{}{}</strong>", tone.kind,
                                html_text(report.model), tone.words, html_text(headline.main));
  for (const std::string& more : {headline.detail, headline.hint})
    if (!more.empty()) out += fmt::format("<p>{}</p>", html_text(more));
  for (const RequirementVerdict& verdict : report.verdicts)
    out +=
        fmt::format("<p class=\"{}\">Requirement {}.</p>", verdict.met ? "good" : "bad", html_text(verdict.sentence));
  return out + fmt::format("<p>Profile {}, accumulation {}, {}.</p></header>\n", html_text(analysis.model->profile.id),
                           policy_of(analysis), mode_of(report));
}

}  // namespace

std::string accuracy_html(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const std::vector<NodeSummary> summaries = summaries_of(analysis);
  const std::string body =
      fmt::format("{}{}{}{}<h2>Assumptions</h2>\n<ul>{}</ul>\n{}", header_html(report),
                  outputs_html(analysis, summaries), analysis.run ? run_html(analysis) : "",
                  analysis.has_bounds() ? contributions_html(analysis, summaries) + drawing_html(analysis, summaries) +
                                              nodes_html(analysis, summaries)
                                        : "",
                  joined(assumptions_of(report), "",
                         [](const std::string& line) { return fmt::format("<li>{}</li>\n", html_text(line)); }),
                  identity_html(report.identity));
  return html_page(fmt::format("{}: etalon accuracy", report.model),
                   std::string(style) + std::string(figure_style) + std::string(network_style), body);
}

}  // namespace etalon::impl
