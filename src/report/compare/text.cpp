// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: as tables for people.
#include <fmt/format.h>

#include "base/quote.hpp"
#include "report/compare/report.hpp"
#include "report/page/findings.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_nodes = 20;  // of those that differ

std::string of_node(const Comparison& comparison, const ComparedNode& one) {
  const Graph& graph = *comparison.model->graph;
  std::string text = fmt::format("{}: {}\n", node_name(graph, one.node), name_of(verdict_of(one.judged)));
  for (std::size_t k = 0; k < one.judged.outputs.size(); ++k) {
    const JudgedOutput& out = one.judged.outputs[k];
    if (out.elements.empty()) continue;
    const Value& value = graph.values[graph.nodes[one.node].outputs[k]];
    const Shape& shape = comparison.model->calls[one.node].outputs[k]->shape;
    text += fmt::format("    {}: {}", quoted(value.name, 40), standings_text(out));
    if (out.differing != 0)
      text += fmt::format("; {} of {} differ from the reference, first at {}, at most {} ulp, at {}", out.differing,
                          shape.count, index_string(shape, out.first_differing), ulp_text(out.farthest.ulp),
                          index_string(shape, out.farthest_at));
    if (out.widest > 0)
      text += fmt::format("; the admissible interval is up to {} ulp wide; the candidate uses {:.2g} % of it",
                          out.widest, 100 * out.share);
    text += '\n';
    if (const auto v = static_cast<std::size_t>(Standing::violates); out.counts[v] != 0)
      text += fmt::format("    first violation at {}\n", index_string(shape, out.first[v]));
  }
  if (one.judged.has_policies) text += fmt::format("    replicates: {}\n", policies_text(one.judged.replicates));
  if (one.judged.differs()) text += fmt::format("    cause: {}\n", cause_text(comparison, one));
  return text;
}

// Several inputs, and which of them is shown below.
std::string inputs_text(const CompareReport& report) {
  if (report.inputs.empty()) return {};
  std::string text =
      fmt::format("\n{:<32} {:>10} {:>10} {:>8}  {}\n", "input", "elements", "differing", "ulp", "verdict");
  std::string shown;
  for (const ComparedInput& one : report.inputs) {
    text += fmt::format("{:<32} {:>10} {:>10} {:>8}  {}\n", quoted(one.name, 30), one.elements(), one.differing(),
                        ulp_text(one.farthest()), one.comparison->claim().headline());
    if (one.comparison == report.comparison) shown = one.name;
  }
  return text + fmt::format("\nBelow: {}; a cause is one of all inputs.\n", quoted(shown, 60));
}

// The candidate beside the reference, both from the real values.
std::string reals_text(const Comparison& comparison) {
  if (comparison.reals.empty()) return {};
  std::string text =
      fmt::format("\n{:<32} {:>10} {:>8} {:>10} {:>8} {:>10} {:>10} {:>8} {:>8}\n", "from the real values", "candidate",
                  "ulp", "reference", "ulp", "nearer", "farther", "alike", "not told");
  for (const RealDistances& one : comparison.reals) {
    const auto& [by_candidate, by_reference, neither, not_told] = one.nearer;
    text += fmt::format("{:<32} {:>10} {:>8} {:>10} {:>8} {:>10} {:>10} {:>8} {:>8}\n",
                        quoted(comparison.model->graph->values[one.value].name, 30),
                        end_text(one.candidate.absolute, End::high, 3), end_text(one.candidate.ulp, End::high, 3),
                        end_text(one.reference.absolute, End::high, 3), end_text(one.reference.ulp, End::high, 3),
                        by_candidate, by_reference, neither, not_told);
  }
  return text;
}

}  // namespace

std::string compare_summary(const CompareReport& report) {
  std::string text = fmt::format("{}: {}\n", quoted(report.model), report.claim().headline());
  if (report.tolerance) text += fmt::format("  tolerance: {}\n", report.within_tolerance() ? "kept" : "exceeded");
  return text;
}

std::string compare_text(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  const Graph& graph = *comparison.model->graph;
  const Claim claim = report.claim();
  std::string text = fmt::format("{}: {}\n  {}\n  replicates: {}\n", quoted(report.model), claim.headline(),
                                 claim.reason, policies_text(report.replicates()));
  if (const auto deployed = deployed_count(report))
    text += fmt::format("  deployed model: {}\n", deployed_text(*deployed));
  if (report.tolerance) text += fmt::format("  tolerance: {}\n", report.within_tolerance() ? "kept" : "exceeded");
  text += identity_text(report.identity);
  text += inputs_text(report);
  text += fmt::format("\n{:<32} {:>10} {:>10} {:>8} {:>12} {:>12}\n", "output", "elements", "differing", "ulp",
                      "absolute", "relative");
  for (const ComparedValue& out : comparison.outputs)
    text += fmt::format("{:<32} {:>10} {:>10} {:>8} {:>12.3g} {:>12.3g}\n", quoted(graph.values[out.value].name, 30),
                        out.elements, out.differing, ulp_text(out.farthest.ulp), out.farthest.absolute,
                        out.farthest.relative);
  text += reals_text(comparison);
  if (const ComparedNode* first = comparison.first_divergence())
    text += fmt::format("\nThe first difference arises in {}", of_node(comparison, *first));
  std::string others;
  std::size_t shown = 0, more = 0;
  for (const ComparedNode& one : comparison.nodes) {
    if (&one == comparison.first_divergence() || !one.judged.differs()) continue;
    if (shown >= most_nodes && one.judged.conforms()) {
      ++more;
      continue;
    }
    others += of_node(comparison, one);
    ++shown;
  }
  if (!others.empty()) text += "\nOther nodes that differ on the candidate's own operands:\n" + others;
  if (more != 0) text += fmt::format("and {} more, none of which violates\n", more);
  bool is_first = true;
  for (const ComparedStretch& stretch : comparison.stretches) {
    if (stretch.differing == 0) continue;
    text += fmt::format("{}{}: {} of {} elements differ\n    cause: {}\n",
                        is_first ? "\nNodes between values that the candidate gives, computed together:\n" : "",
                        stretch_text(graph, stretch), stretch.differing, stretch.elements, cause_text(stretch.why));
    is_first = false;
  }
  return text;
}

}  // namespace etalon::impl
