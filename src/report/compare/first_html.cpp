// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp: the first difference, with operands and results in hexadecimal and as numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "accuracy/reals.hpp"
#include "ops/bound.hpp"
#include "report/compare/html.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/findings.hpp"
#include "text/decimal.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t operands_shown = 8;

// "0x3F800000 1"
std::string element_html(const TensorView& tensor, std::uint64_t i) {
  return fmt::format("<code>{}</code> <span class=\"n\">{}</span>", bits_at(tensor, i), html_text(value_at(tensor, i)));
}

struct Term {
  double size;
  std::uint64_t k;
  std::vector<Ingredient> parts;
};

// What an element was computed from, the largest products first, because they say most. What is padded has no operands.
std::vector<Term> terms_of_element(const Comparison& comparison, std::uint32_t node, unsigned output, std::uint64_t i) {
  const Call& call = comparison.model->calls[node];
  const std::vector<std::uint32_t>& inputs = comparison.model->graph->nodes[node].inputs;
  std::vector<const void*> addresses;
  for (std::size_t k = 0; k < call.inputs.size(); ++k)
    addresses.push_back(call.inputs[k] ? view_of(comparison.candidate[inputs[k]]).data : nullptr);
  std::vector<Term> terms;
  for (std::uint64_t k = 0; k < terms_of(call); ++k) {
    Term term{1, k, ingredients_of(call, addresses, output, i, k)};
    for (const Ingredient& part : term.parts)
      term.size *= std::abs(ends_of(view_of(comparison.candidate[inputs[part.input]]), part.element).high);
    if (std::isnan(term.size)) term.size = HUGE_VAL;
    if (!term.parts.empty()) terms.push_back(std::move(term));
  }
  std::ranges::sort(terms, {}, [](const Term& term) { return std::pair(-term.size, term.k); });
  return terms;
}

// A column for each operand: a bias has no second factor.
std::string operands_html(const Comparison& comparison, std::uint32_t node, unsigned output, std::uint64_t i) {
  const Graph& graph = *comparison.model->graph;
  const std::vector<Term> terms = terms_of_element(comparison, node, output, i);
  const std::span shown = std::span(terms).first(std::min(terms.size(), operands_shown));
  if (shown.empty()) return {};
  std::set<std::size_t> columns;
  for (const Term& term : shown)
    for (const Ingredient& part : term.parts) columns.insert(part.input);
  std::string head = terms.size() > 1 ? "<th>Term</th>" : "", rows;
  for (const std::size_t input : columns)
    head += fmt::format("<th>{}</th>", value_html(graph, graph.nodes[node].inputs[input]));
  for (const Term& term : shown) {
    rows += "<tr>" + (terms.size() > 1 ? number_cell("Term", std::to_string(term.k)) : "");
    for (const std::size_t input : columns) {
      const std::uint32_t value = graph.nodes[node].inputs[input];
      const auto part =
          std::ranges::find(term.parts, input, [](const Ingredient& p) -> std::size_t { return p.input; });
      if (part == term.parts.end()) {
        rows += "<td class=\"nothing\">–</td>";
        continue;
      }
      const TensorView operand = view_of(comparison.candidate[value]);
      rows += fmt::format("<td data-h=\"{}\">{} <small>at {}</small></td>",
                          html_text(graph.values[value].name.substr(0, 60)), element_html(operand, part->element),
                          index_string(operand.shape, part->element));
    }
    rows += "</tr>\n";
  }
  return fmt::format(
      "<h3>What {} was computed from</h3>\n<p>The candidate's own operands{}.</p>\n<table><thead><tr>{}"
      "</tr></thead><tbody>\n{}</tbody></table>\n",
      index_string(comparison.model->calls[node].outputs[output]->shape, i),
      terms.size() > shown.size() ? fmt::format(": the {} largest of {} terms", shown.size(), terms.size()) : "", head,
      rows);
}

// Which elements are shown of an output: the first that differs, the first that violates, the farthest.
std::vector<std::pair<const char*, std::uint64_t>> shown_elements(const JudgedOutput& out) {
  std::vector<std::pair<const char*, std::uint64_t>> shown = {{"first that differs", out.first_differing}};
  const auto add = [&](const char* what, std::uint64_t i) {
    if (std::ranges::find(shown, i, &std::pair<const char*, std::uint64_t>::second) == shown.end())
      shown.emplace_back(what, i);
  };
  if (out.count(Standing::violates) != 0)
    add("first that violates", out.first[static_cast<std::size_t>(Standing::violates)]);
  add("farthest", out.farthest_at);
  return shown;
}

std::string allowed_text(const JudgedOutput& out, std::uint64_t i) {
  const auto at = static_cast<std::size_t>(i);
  if (at >= out.low.size() || !(out.low[at] <= out.high[at])) return "–";
  return fmt::format("<span class=\"n\">{}</span> … <span class=\"n\">{}</span>", end_text(out.low[at], End::low, 9),
                     end_text(out.high[at], End::high, 9));
}

std::string elements_html(const JudgedOutput& out, const TensorView& candidate, const TensorView& reference) {
  std::string rows;
  for (const auto& [what, i] : shown_elements(out)) {
    const Distance distance = distance_between(candidate, reference, i);
    rows += fmt::format(
        "<tr><td>{} <small>{}</small></td><td data-h=\"Candidate\">{}</td><td data-h=\"Reference\">{}</td>{}<td "
        "data-h=\"Conforms from … to\">{}</td><td "
        "data-h=\"Standing\">{}</td></tr>\n",
        index_string(candidate.shape, i), what, element_html(candidate, i), element_html(reference, i),
        number_cell("Distance", ulp_text(distance.ulp) + (distance.ulp == UINT64_MAX ? "" : " ulp")),
        allowed_text(out, i), standing_names[static_cast<std::size_t>(out.elements[static_cast<std::size_t>(i)])]);
  }
  return fmt::format(
      "<table><thead><tr><th>Element</th><th>Candidate</th><th>Reference, same operands</th><th>Distance</th>"
      "<th>Conforms from … to</th><th>Standing</th></tr></thead><tbody>\n{}</tbody></table>\n",
      rows);
}

std::string cause_html(const Explanation& why) {
  std::string tried = why.excluded == 0 ? ""
                                        : fmt::format(
                                              " {} other alternatives were computed and do not give these "
                                              "results.",
                                              why.excluded);
  if (why.is_certain())
    return fmt::format(
        "<p><strong>Cause:</strong> {}.{}{}</p>\n", html_text(to_string(why.causes[0])),
        why.chance ? " Computing so gives every element of the candidate: " + chance_text(why) + "." : "", tried);
  if (why.causes.empty()) return fmt::format("<p><strong>Cause:</strong> {}.</p>\n", html_text(cause_text(why)));
  std::string list;
  for (const Cause& cause : why.causes) list += fmt::format("<li>{}</li>\n", html_text(to_string(cause)));
  return fmt::format("<p><strong>Cause:</strong> {}.{}</p>\n<ul>\n{}</ul>\n",
                     why.is_complete ? "one of these, which these data cannot tell apart"
                                     : "these give the results, others were not tried",
                     tried, list);
}

// What a section is about: elements that violate, or elements that differ.
struct Section {
  const char *id, *title;
  bool is_of_violations;
};
constexpr Section first_violation{"violation", "First violation", true},
    first_difference{"first", "First difference", false};

// One node, and one of its outputs: the first that has an element of the kind that the section is about.
std::string section_html(const Comparison& comparison, const ComparedNode& one, const Section& section) {
  const Graph& graph = *comparison.model->graph;
  const auto out = std::ranges::find_if(one.judged.outputs, [&](const JudgedOutput& o) {
    return section.is_of_violations ? o.count(Standing::violates) != 0 : o.differing != 0;
  });
  const auto k = static_cast<unsigned>(out - one.judged.outputs.begin());
  const std::uint32_t value = graph.nodes[one.node].outputs[k];
  const TensorView candidate = view_of(comparison.candidate[value]),
                   reference = std::as_const(one.judged.reference[k]).view();
  std::string text = fmt::format(
      "<h2 id=\"{}\">{}</h2>\n<p><a href=\"#node-{}\">{}</a>, output {}: {} of {} elements have other "
      "bits than the reference has on the same operands ({}).</p>\n{}{}{}",
      section.id, section.title, one.node, html_text(node_name(graph, one.node)), value_html(graph, value),
      out->differing, candidate.shape.count, standings_text(*out), cause_html(one.why),
      elements_html(*out, candidate, reference),
      operands_html(
          comparison, one.node, k,
          section.is_of_violations ? out->first[static_cast<std::size_t>(Standing::violates)] : out->first_differing));
  // The heat map of the outputs shows this one already where it is the first that differs.
  const auto shown = std::ranges::find_if(comparison.outputs, [](const ComparedValue& v) { return v.differing != 0; });
  if (candidate.shape.count > 1 && (shown == comparison.outputs.end() || shown->value != value))
    text += heat_html(candidate.shape, ulps_between(candidate, reference),
                      fmt::format("Where {} differs, in ulp", value_html(graph, value)));
  return text;
}

}  // namespace

std::string stretches_html(const Comparison& comparison) {
  std::string text;
  for (const ComparedStretch& stretch : comparison.stretches)
    if (stretch.differing != 0)
      text += fmt::format("<p>{}: {} of {} elements differ bitwise from the reference on the same operands.</p>\n{}",
                          html_text(stretch_text(*comparison.model->graph, stretch)), stretch.differing,
                          stretch.elements, cause_html(stretch.why));
  if (text.empty()) return text;
  return "<h2 id=\"together\">Nodes that are not seen one by one</h2>\n<p>The candidate does not give what is between "
         "them, so that they are computed together.</p>\n" +
         text;
}

std::string first_difference_html(const Comparison& comparison) {
  const ComparedNode* first = comparison.first_divergence();
  if (first == nullptr) return {};
  const auto violation =
      std::ranges::find_if(comparison.nodes, [](const ComparedNode& one) { return !one.judged.conforms(); });
  const bool apart = violation != comparison.nodes.end() && &*violation != first;
  return (apart ? section_html(comparison, *violation, first_violation) : "") +
         section_html(comparison, *first, first_difference);
}

}  // namespace etalon::impl
