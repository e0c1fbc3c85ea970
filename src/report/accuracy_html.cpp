// SPDX-License-Identifier: Apache-2.0
// Floor 9. See accuracy_report.hpp: as one HTML page with plots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/accuracy_report.hpp"
#include "report/escape.hpp"
#include "report/html.hpp"
#include "report/joined.hpp"
#include "report/plots.hpp"

namespace etalon::impl {
namespace {

// So much is shown that a page stays below a megabyte.
constexpr std::size_t nodes_shown = 300, outputs_shown = 4, points_shown = 1500, cells_shown = 32, pairs_shown = 8;

constexpr std::string_view style =
    R"(h1 { font-size: 1.2rem; margin: 0 0 .3rem; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem; font-size: 1.15rem } h3 { font-size: 1rem; margin: 1rem 0 .3rem }
header { border-left: .4rem solid var(--tone); background: var(--soft); padding: .8rem 1rem } header strong { font-size: 1.4rem; color: var(--tone) } header p { margin: .2rem 0 0 }
.is-good { --tone: var(--good) } .is-warn { --tone: var(--warn) } .is-bad { --tone: var(--bad) }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem } figure { margin: 0 } figcaption { color: var(--faint); font-size: .9rem }
svg { width: 100%; height: auto; display: block } svg text { fill: var(--ink); font: 13px system-ui, sans-serif }
.frame { fill: none; stroke: var(--line) } .grid { stroke: var(--line); stroke-width: .7 } .limit { stroke: var(--bad); stroke-width: 1.5 } .none { stroke: var(--bad); fill: none }
circle { fill: var(--note); fill-opacity: .45 } .bar { fill: var(--note) } .heat { fill: var(--note) }
td.n { font-variant-numeric: tabular-nums; overflow-wrap: normal } td small { white-space: nowrap } .risk { color: var(--warn) } td code { overflow-wrap: anywhere }
@media (max-width: 50rem) { td[data-h]::before { content: attr(data-h) ": "; color: var(--faint) } }
)";

std::string cell(const char* header, const std::string& content) {
  return fmt::format("<td class=\"n\" data-h=\"{}\">{}</td>", header, content);
}

std::string node_row(const Analysis& analysis, std::uint32_t n) {
  const NodeSummary s = summary_of(analysis, n);
  const Argument& out = analysis.model->calls[n].outputs[0];
  std::string remarks;
  if (s.unbounded > 0)
    remarks += fmt::format("<br><span class=\"risk\">no bound for {} of {}, first at {}: {}</span>", s.unbounded,
                           out.shape.count, index_string(out.shape, s.first_unbounded), html_text(s.reason));
  for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
    if (const Events::Tally& tally = analysis.nodes[n].risks.of[risk]; tally.count > 0)
      remarks += fmt::format("<br><span class=\"risk\">{}: {} of {}, first at {}</span>", risk_names[risk], tally.count,
                             out.shape.count, index_string(out.shape, tally.first));
  std::string row = fmt::format("<tr><td>{}<br><small>{} {}</small>{}</td>", html_text(node_title(analysis, n)),
                                info(out.type).name, to_string(out.shape), remarks);
  row += cell("computed", fmt::format("{} … {}", number(s.low), number(s.high)));
  if (analysis.shadowed) {
    row += cell("introduced error", fmt::format("{}<br><small>{} ulp</small>", number(s.measured_introduced.absolute),
                                                number(s.measured_introduced.ulp)));
  }
  row += cell("introduced ≤", number(s.introduced)) + cell("propagated ≤", number(s.propagated));
  if (analysis.shadowed)
    row += cell("error", fmt::format("{}<br><small>{} ulp</small>", number(s.measured_total.absolute),
                                     number(s.measured_total.ulp)));
  return row + cell("error ≤", number(s.total)) +
         cell("known beforehand ≤", s.a_priori > 0 ? number(s.a_priori) : "–") + "</tr>\n";
}

std::string nodes_html(const Analysis& analysis) {
  const std::size_t count = analysis.nodes.size(), shown = std::min(count, nodes_shown);
  std::string rows;
  for (std::uint32_t n = 0; n < shown; ++n) rows += node_row(analysis, n);
  return fmt::format(
      "<h2>Nodes</h2>\n<table><thead><tr><th>Node</th><th>Computed</th>{}<th>Introduced ≤</th><th>Propagated ≤</th>{}"
      "<th>Error ≤</th><th>Introduced ≤, known beforehand</th></tr></thead><tbody>\n{}</tbody></table>\n{}",
      analysis.shadowed ? "<th>Introduced error</th>" : "", analysis.shadowed ? "<th>Error</th>" : "", rows,
      shown == count ? "" : fmt::format("<p>And {} more nodes; the JSON report lists all.</p>\n", count - shown));
}

// Bars: no error at all, then by powers of two.
std::vector<PlotBar> histogram(const std::vector<double>& ulps) {
  int lowest = 100, highest = -100;
  std::vector<int> places;
  std::uint64_t none = 0;
  for (const double u : ulps)
    if (u == 0) {
      ++none;
    } else if (std::isfinite(u)) {
      places.push_back(std::max(static_cast<int>(std::ceil(std::log2(u))), -6));
      lowest = std::min(lowest, places.back()), highest = std::max(highest, places.back());
    }
  std::vector<PlotBar> bars{{"0", none}};
  for (int p = lowest; p <= highest; ++p)
    bars.push_back({p < 0   ? fmt::format("≤1/{}", 1L << -p)
                    : p < 7 ? fmt::format("≤{}", 1L << p)
                            : fmt::format("≤2<tspan dy=\"-4\" font-size=\"10\">{}</tspan>", p),
                    static_cast<std::uint64_t>(std::ranges::count(places, p))});
  return bars;
}

// The last two axes as a picture; where there are more elements than cells, a cell shows the largest of its own.
std::vector<std::vector<double>> cells_of(const Shape& shape, const std::vector<double>& values) {
  const std::uint64_t columns = shape.rank == 0 ? 1 : shape[shape.rank - 1];
  const std::uint64_t rows = columns == 0 ? 0 : shape.count / columns;
  const std::uint64_t tall = std::max<std::uint64_t>((rows + cells_shown - 1) / cells_shown, 1);
  const std::uint64_t wide = std::max<std::uint64_t>((columns + cells_shown - 1) / cells_shown, 1);
  std::vector<std::vector<double>> cells((rows + tall - 1) / tall, std::vector<double>((columns + wide - 1) / wide));
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    double& cell = cells[i / columns / tall][i % columns / wide];
    cell = std::max(cell, values[i]);
  }
  return cells;
}

std::string figure(const std::string& svg, const std::string& caption) {
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", svg, caption);
}

std::string worst_html(const Analysis& analysis, std::uint32_t node) {
  const NodeSummary s = summary_of(analysis, node);
  const Call& call = analysis.model->calls[node];
  if (call.outputs[0].shape.count == 0) return {};
  const ValueErrors& value = analysis.values[s.value];
  const TensorView low = value.low->view(), high = value.high->view();
  std::string out =
      fmt::format("<h3>Worst element: {}</h3>\n<p>computed <code>{}</code> = {}", index_string(low.shape, s.worst),
                  bits_at(low, s.worst), html_text(value_at(low, s.worst)));
  if (!analysis.points)
    out += fmt::format(" … <code>{}</code> = {}", bits_at(high, s.worst), html_text(value_at(high, s.worst)));
  if (analysis.shadowed) {
    const Enclosure& real = analysis.shadow.values[s.value][s.worst];
    const Error& error = analysis.errors[s.value][s.worst];
    if (!std::holds_alternative<NoValue>(real)) out += fmt::format(", real value {:.17g}", between(real).high);
    out += fmt::format(", error {} ({} ulp)", number(error.absolute), number(error.ulp));
  }
  out += fmt::format(", bound {}</p>\n", number(value.bound[s.worst]));
  const std::uint64_t pairs = bound_of(call.op->id).pairs(call);
  std::string rows;
  for (const OperandPair& p : operands_of(analysis, node, s.worst, pairs_shown))
    rows += fmt::format("<tr>{}{}{}</tr>\n", cell("k", fmt::format("{}", p.k)),
                        cell("A", fmt::format("<code>{}</code> {}", p.a_bits, html_text(p.a))),
                        cell("B", fmt::format("<code>{}</code> {}", p.b_bits, html_text(p.b))));
  return out +
         fmt::format(
             "<table><thead><tr><th>k</th><th>A{1}</th><th>B{1}</th></tr></thead><tbody>\n{0}</tbody></table>\n{2}",
             rows, analysis.points ? "" : " (lower end)",
             pairs > pairs_shown ? fmt::format("<p>The {} largest of {} products.</p>\n", pairs_shown, pairs) : "");
}

std::string output_html(const Analysis& analysis, std::uint32_t value, std::uint32_t node) {
  const ValueErrors& known = analysis.values[value];
  const Shape& shape = known.low->shape();
  std::string out = fmt::format(
      "<h2>Output <bdi>\"{}\"</bdi></h2>\n<p>{} {}, made by {}; introduced error ≤ <code>{}</code></p>\n<div "
      "class=\"plots\">\n",
      html_text(analysis.model->graph->values[value].name.substr(0, 200)), info(known.low->type()).name,
      to_string(shape), html_text(node_title(analysis, node)),
      html_text(bound_of(analysis.model->calls[node].op->id).formula(analysis.model->calls[node])));
  if (analysis.shadowed) {
    std::vector<PlotPoint> points;
    std::vector<double> ulps;
    std::uint64_t exact = 0, beyond = 0;
    for (std::uint64_t i = 0; i < shape.count; ++i) {
      const Error& error = analysis.errors[value][i];
      ulps.push_back(error.ulp);
      if (error.absolute == 0) ++exact;
      if (error.absolute > 0 && known.bound[i] < infinite_bound) points.push_back({known.bound[i], error.absolute});
      if (error.absolute > known.bound[i]) ++beyond;
    }
    const std::size_t all = points.size(), every = (all + points_shown - 1) / std::max<std::size_t>(points_shown, 1);
    if (every > 1) {
      std::vector<PlotPoint> some;
      for (std::size_t i = 0; i < all; i += every) some.push_back(points[i]);
      points = std::move(some);
    }
    out +=
        figure(scatter_svg(points, "bound", "measured error"),
               fmt::format("Error against bound: {} elements{}, {} more are exact; {} above the line, where the bound "
                           "would be broken.",
                           all, points.size() < all ? fmt::format(" ({} drawn)", points.size()) : "", exact, beyond));
    out += figure(bars_svg(histogram(ulps), "error in ulp"), "How many elements are wrong by how many ulp.");
    out += figure(heat_svg(cells_of(shape, ulps), "last axis", "other axes"),
                  "Error in ulp over the output; crossed out where there is no number.");
  } else {
    out += figure(heat_svg(cells_of(shape, known.bound), "last axis", "other axes"),
                  "Error bound over the output; crossed out where there is none.");
  }
  return out + "</div>\n" + worst_html(analysis, node);
}

}  // namespace

std::string accuracy_html(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  const Graph& graph = *analysis.model->graph;
  std::uint64_t unbounded = 0, risky = 0;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    unbounded += summary_of(analysis, n).unbounded;
    for (const Events::Tally& tally : analysis.nodes[n].risks.of) risky += tally.count > 0;
  }
  const std::string verdict = unbounded == 0 ? "Every element has a finite error bound"
                                             : fmt::format("{} elements have no finite error bound", unbounded);
  std::string outputs;
  std::size_t shown = 0;
  for (const std::uint32_t value : graph.outputs)
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
      if (graph.nodes[n].outputs[0] == value && shown++ < outputs_shown) outputs += output_html(analysis, value, n);
  if (shown > outputs_shown)
    outputs += fmt::format("<p>And {} more outputs; the JSON report has all.</p>\n", shown - outputs_shown);
  const std::string body = fmt::format(
      "<header class=\"{}\"><h1><bdi>{}</bdi></h1><strong>{}</strong><p>profile {}, accumulation {}, "
      "{}</p></header>\n{}{}"
      "<h2>What the bounds rest on</h2>\n<ul>{}</ul>\n{}",
      unbounded == 0 && risky == 0 ? "is-good" : "is-warn", html_text(report.model), verdict,
      html_text(analysis.model->profile.id),
      accumulation_names[static_cast<unsigned>(analysis.model->profile.choices.accumulation)],
      analysis.points ? "errors of one run" : "errors over ranges of inputs", outputs, nodes_html(analysis),
      joined(hypotheses_of(report), "",
             [](const std::string& line) { return fmt::format("<li>{}</li>\n", html_text(line)); }),
      identity_html(report.identity));
  return html_page(fmt::format("{}: etalon accuracy", report.model), style, body);
}

}  // namespace etalon::impl
