// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp: the nodes as a drawing, by operator, and one by one.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/compare/html.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/findings.hpp"
#include "report/page/network_svg.hpp"
#include "report/page/verdict_page.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t nodes_shown = 2000;  // so that a page stays below some megabytes

using Tone = DrawnNode::Tone;
constexpr struct {
  const char* sign;
  Tone tone;
  const char* meaning;
} node_looks[] = {
    {"✓", Tone::good, "a policy gives its bits, on the candidate's own operands"},
    {"≈", Tone::note, "other bits; every element was judged and none is excluded"},
    {"~", Tone::warn, "a function is not rounded to nearest; its accuracy is left open"},
    {"◐", Tone::plain, "for some elements the admissible interval is too wide to decide"},
    {"?", Tone::plain, "too few values are given, or the admissible interval is too wide to decide"},
    {"✗", Tone::bad, "an element that no admissible evaluation gives"},
};
const auto& look_of(NodeVerdict verdict) { return node_looks[static_cast<std::size_t>(verdict)]; }

// The verdicts by node, with those that were not judged.
std::vector<const ComparedNode*> by_node(const Comparison& comparison) {
  std::vector<const ComparedNode*> nodes(comparison.model->calls.size(), nullptr);
  for (const ComparedNode& one : comparison.nodes) nodes[one.node] = &one;
  return nodes;
}
NodeVerdict verdict_on(const ComparedNode* one) {
  return one == nullptr ? NodeVerdict::not_judged : verdict_of(one->judged);
}

std::string farthest_text(const JudgedOutput& out) {
  return out.differing == 0 ? "0" : fmt::format("{} ulp", ulp_text(out.farthest.ulp));
}

DrawnNode drawn(const ComparedNode* one) {
  const NodeVerdict verdict = verdict_on(one);
  DrawnNode node{look_of(verdict).tone, of_verdict(verdict)};
  if (one == nullptr) {
    node.detail = "the candidate does not give its operands and results";
    return node;
  }
  node.link = fmt::format("node-{}", one->node);
  for (const JudgedOutput& out : one->judged.outputs)
    if (!out.elements.empty())
      node.detail += fmt::format("{}{}, {} with other bits, farthest {}", node.detail.empty() ? "" : "; ",
                                 standings_text(out), out.differing, farthest_text(out));
  const std::vector<Accumulation>& policies = one->judged.replicates;
  if (verdict == NodeVerdict::replicates && one->judged.differs())
    node.word += fmt::format(" {}", accumulation_names[static_cast<std::size_t>(policies[0])]);
  else if (!one->judged.outputs.empty() && one->judged.differs())
    node.word += fmt::format(", {}", farthest_text(one->judged.outputs[0]));
  return node;
}

// A row for each output that was judged; the node's own cells are in the first.
std::string row(const Comparison& comparison, const ComparedNode& one) {
  const Graph& graph = *comparison.model->graph;
  const NodeVerdict verdict = verdict_of(one.judged);
  std::string standing, other, farthest, wide;
  for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
    const JudgedOutput& out = one.judged.outputs[k];
    if (out.elements.empty()) continue;
    const Argument& argument = *comparison.model->calls[one.node].outputs[k];
    const std::string separator = standing.empty() ? "" : "<br>";
    standing +=
        fmt::format("{}{} <small>{} {}: {}</small>", separator, value_html(graph, graph.nodes[one.node].outputs[k]),
                    info(argument.type).name, to_string(argument.shape), standings_text(out));
    other += separator + std::to_string(out.differing);
    farthest += separator + farthest_text(out);
    wide += separator + (out.widest == 0 ? "–" : fmt::format("{} ulp, {:.2g} % used", out.widest, 100 * out.share));
  }
  return fmt::format(
      "<tr id=\"node-{}\"><td>{}</td><td data-h=\"Verdict\" class=\"{}\">{}</td><td "
      "data-h=\"Results\">{}</td>{}{}{}<td "
      "data-h=\"Replicates\">{}</td><td data-h=\"Cause\">{}</td></tr>\n",
      one.node, html_text(node_name(graph, one.node)), key_of(verdict), of_verdict(verdict), standing,
      number_cell("Other bits", other), number_cell("Farthest", farthest), number_cell("What conforms", wide),
      one.judged.has_policies ? policies_text(one.judged.replicates)
      : one.judged.differs()  ? "none"
                              : "all alike",
      one.judged.differs() ? html_text(cause_text(comparison, one)) : "–");
}

}  // namespace

const char* key_of(NodeVerdict verdict) {
  static constexpr const char* keys[] = {"is-good", "is-note", "is-warn", "is-plain", "is-plain", "is-bad"};
  return keys[static_cast<std::size_t>(verdict)];
}

std::string of_verdict(NodeVerdict verdict) { return fmt::format("{} {}", look_of(verdict).sign, name_of(verdict)); }

std::string drawing_html(const Comparison& comparison) {
  std::vector<DrawnNode> nodes;
  std::array<std::size_t, std::size(node_looks)> counts{};
  for (const ComparedNode* one : by_node(comparison)) {
    nodes.push_back(drawn(one));
    ++counts[static_cast<std::size_t>(verdict_on(one))];
  }
  std::string legend;
  for (std::size_t v = 0; v < std::size(node_looks); ++v)
    legend += fmt::format("<tr><td class=\"{}\">{}</td>{}<td>{}</td></tr>\n", key_of(static_cast<NodeVerdict>(v)),
                          of_verdict(static_cast<NodeVerdict>(v)), number_cell("Nodes", std::to_string(counts[v])),
                          node_looks[v].meaning);
  std::optional<MarkedNode> marked;
  if (const ComparedNode* first = comparison.first_divergence()) marked = {first->node, "▲ first difference"};
  return fmt::format(
      "<h2>Network</h2>\n<table class=\"legend\"><thead><tr><th>Verdict</th><th>Nodes</th><th>Meaning</th></tr></thead>"
      "<tbody>\n{}</tbody></table>\n<p><a href=\"#nodes\">The same as a table</a></p>\n{}",
      legend, network_svg(*comparison.model->graph, nodes, "The network, each node with its verdict", marked));
}

std::string operators_html(const Comparison& comparison) {
  struct Counts {
    std::size_t nodes = 0;
    std::array<std::uint64_t, standings> elements{};
    std::uint64_t farthest = 0;
  };
  std::map<std::pair<std::string, std::string>, Counts> operators;  // by name and type
  for (const ComparedNode& one : comparison.nodes)
    for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
      const JudgedOutput& out = one.judged.outputs[k];
      if (out.elements.empty()) continue;
      Counts& counts = operators[{comparison.model->graph->nodes[one.node].operation,
                                  info(comparison.model->calls[one.node].outputs[k]->type).name}];
      ++counts.nodes;
      for (std::size_t s = 0; s < standings; ++s) counts.elements[s] += out.counts[s];
      if (out.differing != 0) counts.farthest = std::max(counts.farthest, out.farthest.ulp);
    }
  if (operators.empty()) return {};
  std::string head, rows;
  for (const char* name : standing_names) head += fmt::format("<th>{}</th>", name);
  for (const auto& [what, counts] : operators) {
    rows += fmt::format("<tr><td>{} <small>{}</small></td>{}", html_text(what.first), html_text(what.second),
                        number_cell("results", std::to_string(counts.nodes)));
    for (std::size_t s = 0; s < standings; ++s)
      rows += counts.elements[s] == 0 ? fmt::format("<td class=\"n nothing\" data-h=\"{}\">–</td>", standing_names[s])
                                      : fmt::format("<td class=\"n{}\" data-h=\"{}\">{}</td>",
                                                    static_cast<Standing>(s) == Standing::violates ? " bad" : "",
                                                    standing_names[s], counts.elements[s]);
    rows += number_cell("farthest", ulp_text(counts.farthest) + " ulp") + "</tr>\n";
  }
  return fmt::format(
      "<h2>Operators</h2>\n<p>Elements by what they are, of all nodes with the operator and the type. Specified: the "
      "one "
      "value that conforms. Admissible: one of several. Recorded: the sources leave the result undefined.</p>\n"
      "<table><thead><tr><th>Operator</th><th>results</th>{}<th>farthest</th></tr></thead><tbody>\n{}</tbody></"
      "table>\n",
      head, rows);
}

std::string nodes_html(const Comparison& comparison) {
  std::string rows;
  const std::size_t shown = std::min(comparison.nodes.size(), nodes_shown);
  for (std::size_t k = 0; k < shown; ++k) rows += row(comparison, comparison.nodes[k]);
  std::string out = "<h2 id=\"nodes\">Nodes</h2>\n";
  if (comparison.unseen != 0)
    out +=
        fmt::format("<p>{} of {} nodes are not judged: the candidate does not give their operands and results.</p>\n",
                    comparison.unseen, comparison.model->calls.size());
  if (shown == 0) return out;
  out += fmt::format(
      "<p>Each on the operands that the candidate itself had.</p>\n{}"
      "<table id=\"judged\"><thead><tr><th>Node</th><th>Verdict</th><th>Results</th><th>Other "
      "bits</th><th>Farthest</th>"
      "<th>What conforms</th><th>Replicates</th><th>Cause</th></tr></thead><tbody>\n{}</tbody></table>\n",
      search_field, rows);
  if (shown < comparison.nodes.size())
    out += fmt::format("<p>And {} more; the JSON report has all.</p>\n", comparison.nodes.size() - shown);
  return out;
}

}  // namespace etalon::impl
