// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the change as one HTML page, with both networks drawn.
#include <fmt/format.h>

#include <map>

#include "report/fix/report.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/findings.hpp"
#include "report/page/html.hpp"
#include "report/page/network_svg.hpp"
#include "report/page/verdict_page.hpp"

namespace etalon::impl {
namespace {

using Tone = DrawnNode::Tone;

constexpr std::string_view fix_style =
    R"(h2 { margin: 2rem 0 .5rem; font-size: 1.15rem } pre { overflow-x: auto; background: var(--soft); padding: .6rem .9rem }
td { overflow-wrap: anywhere; vertical-align: top } td:first-child { min-width: 6rem } td:nth-child(2), td:nth-child(3) { white-space: nowrap }
)";

Tone tone_of(NodeFix::Kind kind) {
  using enum NodeFix::Kind;
  switch (kind) {
    case kept:
      return Tone::plain;
    case completed:
      return Tone::good;
    case rewritten:
      return Tone::note;
    case folded:
    case removed:
      return Tone::warn;
    default:
      return Tone::bad;
  }
}

std::string before_svg(const FixReport& report) {
  std::vector<DrawnNode> nodes;
  for (const NodeFix& one : report.fixed.fix.nodes)
    nodes.push_back({tone_of(one.kind), name_of(one.kind), change_of(report, one),
                     one.kind == NodeFix::Kind::kept ? "" : fmt::format("node-{}", one.node)});
  return network_svg(*report.model.graph, nodes, "The network before");
}

// A node of the new model is told from the one it was made of by what it computes.
std::string after_svg(const FixReport& report) {
  std::map<std::string, const NodeFix*> makers;
  for (const NodeFix& one : report.fixed.fix.nodes)
    if (const auto found = report.fixed.fix.edit.nodes.find(one.node); found != report.fixed.fix.edit.nodes.end())
      for (const NewNode& node : found->second.instead)
        if (!node.outputs.empty()) makers[node.outputs[0]] = &one;
  std::vector<DrawnNode> nodes;
  const Graph& graph = *report.fixed.graph;
  for (const Node& node : graph.nodes) {
    const auto found = node.outputs.empty() ? makers.end() : makers.find(graph.values[node.outputs[0]].name);
    if (found == makers.end())
      nodes.push_back({Tone::plain, "kept"});
    else
      nodes.push_back({tone_of(found->second->kind), name_of(found->second->kind),
                       "instead of " + node_name(*report.model.graph, found->second->node),
                       fmt::format("node-{}", found->second->node)});
  }
  return network_svg(graph, nodes, "The network after");
}

std::string cards(const FixReport& report) {
  const Fixed& fixed = report.fixed;
  const std::size_t left = findings_in(fixed.verdict.findings);
  std::string out = "<div class=\"verdicts\">\n";
  out += verdict_card("Does the new model conform?", fixed.is_conformant() ? "is-good" : "is-bad",
                      fixed.is_conformant() ? "yes, to " + report.target : "not to " + report.target,
                      fmt::format("{} before, {} left", counted(findings_in(report.before), "finding"), left));
  const bool proved = fixed.equality.has_value();
  const std::string reason =
      proved
          ? fmt::format("for every input{}{}", fixed.equality->conditions == 0 ? "" : " for which both have a result",
                        fixed.equality->conditional.empty() ? "" : ", under the condition that is named below")
      : fixed.shared ? fmt::format("{} shared values on {} drawn inputs", fixed.shared->shared, fixed.shared->draws)
                     : "no evidence was asked for";
  out += verdict_card("Are the bits the same?",
                      proved         ? "is-good"
                      : fixed.shared ? "is-warn"
                                     : "is-note",
                      proved         ? "proved"
                      : fixed.shared ? "not proved: drawn inputs only"
                                     : "not judged",
                      reason);
  out += verdict_card("What does it cost?", "is-note",
                      fmt::format("{:.2f} times the size",
                                  static_cast<double>(fixed.bytes.size()) / static_cast<double>(report.bytes_before)),
                      fmt::format("{} bytes became {}; {} became {}", report.bytes_before, fixed.bytes.size(),
                                  counted(report.model.graph->nodes.size(), "node"), fixed.graph->nodes.size()));
  return out + "</div>\n";
}

std::string nodes_html(const FixReport& report) {
  std::string rows;
  for (const NodeFix& one : report.fixed.fix.nodes)
    if (one.kind != NodeFix::Kind::kept)
      rows +=
          fmt::format("<tr id=\"node-{}\"><td>{}</td><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n",
                      one.node, html_text(node_name(*report.model.graph, one.node)), name_of(one.kind),
                      html_text(one.tag), html_text(change_of(report, one)), html_text(one.condition));
  return fmt::format(
      "<h2>Node by node</h2>\n{}<table id=\"judged\"><thead><tr><th>Node</th><th>It was</th><th>Edit</th><th>What "
      "changed</th><th>Only where</th></tr></thead><tbody>\n{}</tbody></table>\n",
      search_field, rows);
}

}  // namespace

std::string fix_html(const FixReport& report) {
  const std::string summary = fix_summary(report);
  const std::string body =
      fmt::format("<h1>{}</h1>\n",
                  html_text(report.output.empty() ? "A model brought into " + report.target : report.output)) +
      cards(report) + fmt::format("<p>{}</p>\n", html_text(summary.substr(0, summary.size() - 1))) +
      "<h2>Before</h2>\n" + before_svg(report) + "<h2>After</h2>\n" + after_svg(report) + nodes_html(report) +
      fmt::format("<h2>In words</h2>\n<pre>{}</pre>\n", html_text(fix_text(report))) + identity_html(report.identity) +
      platform_html();
  const std::string style =
      std::string(figure_style) + std::string(network_style) + std::string(verdict_style) + std::string(fix_style);
  return html_page("etalon fix", style, body, search_script);
}

}  // namespace etalon::impl
