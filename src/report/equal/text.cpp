// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <cmath>

#include "base/quote.hpp"
#include "report/equal/report.hpp"
#include "trace/lemmas.hpp"

namespace etalon::impl {
namespace {

std::string name_of(const Graph& graph, std::uint32_t value) { return quoted(graph.values[value].name, 60); }

// "node 3, Conv \"conv1\"": what computes a value.
std::string maker_of(const Graph& graph, std::uint32_t value) {
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    for (const std::uint32_t output : graph.nodes[n].outputs)
      if (output == value)
        return fmt::format("node {}, {}{}", n, graph.nodes[n].operation,
                           graph.nodes[n].name.empty() ? "" : " " + quoted(graph.nodes[n].name, 60));
  return "an input or a constant";
}

std::string not_shown_text(const EqualReport& report, const NotShown& one) {
  const Graph &a = *report.first.graph, &b = *report.second.graph;
  std::string text = fmt::format("  {} ({})", name_of(b, one.value), maker_of(b, one.value));
  if (one.differs)
    text += fmt::format(": {} of the first model ({}) has other bits on a drawn input", name_of(a, *one.counterpart),
                        maker_of(a, *one.counterpart));
  else if (one.counterpart)
    text += fmt::format(": it had the bits of {} of the first model ({}) on every drawn input, but {}",
                        name_of(a, *one.counterpart), maker_of(a, *one.counterpart),
                        one.too_large ? "the expressions are too long to compare" : "it is another expression");
  else
    text += ": no value of the first model had its bits on the drawn inputs";
  return text + "\n";
}

// What the verdict supposes beside the identity of files and rules.
std::string conditions_text(const EqualReport& report) {
  const Graph &a = *report.first.graph, &b = *report.second.graph;
  const std::size_t ours = a.inputs.size() - free_inputs(a).size(), theirs = b.inputs.size() - free_inputs(b).size();
  std::string text;
  if (const std::uint64_t count = report.equality.conditions; count != 0)
    text += fmt::format(
        "{} node{} can end without a result, by a division by zero or an index out of range, and {} no counterpart in "
        "the other model\n",
        count, count == 1 ? "" : "s", count == 1 ? "has" : "have");
  if (ours + theirs != 0)
    text += fmt::format(
        "inputs that are taken as constants, since they have a value: {} of the first model, {} of the "
        "second\n",
        ours, theirs);
  if (!report.second_profile.empty())
    text += fmt::format("the second model is taken under profile {}\n", report.second_profile);
  return text;
}

// The largest power of two that a probability is below.
std::string below_text(double probability) {
  return probability == 0 ? "none"
                          : fmt::format("below 2^{}", static_cast<int>(std::floor(std::log2(probability))) + 1);
}

}  // namespace

std::string equal_summary(const EqualReport& report) {
  const Equality& e = report.equality;
  const Graph& a = *report.first.graph;
  switch (e.verdict) {
    case Equality::Verdict::equal:
      return fmt::format(
          "equal{}: the same bits for every input{}{} ({} of {} values by structure, {} by expression, {} constant)\n",
          e.lemmas == 0 ? "" : " by lemmas", e.conditions == 0 ? "" : " for which both have a result",
          e.conditional.empty() ? "" : " under the condition named below", e.by_structure, e.values, e.by_expression,
          e.constants);
    case Equality::Verdict::different:
      if (e.counterexample->without_result)
        return fmt::format("different: the {} model has no result for a drawn input, and the other one has\n",
                           *e.counterexample->without_result == 0 ? "first" : "second");
      return fmt::format(
          "different: output {} has other bits in {} elements for a drawn input; element {} is 0x{:x} and 0x{:x}\n",
          name_of(a, a.outputs[e.counterexample->output]), e.counterexample->differing, e.counterexample->element,
          e.counterexample->first, e.counterexample->second);
    default:
      return fmt::format(
          "not shown: {} of {} values have no counterpart that was proved; {} drawn inputs gave the same outputs\n",
          e.unmatched, e.values, e.draws);
  }
}

std::string equal_text(const EqualReport& report) {
  const Equality& e = report.equality;
  std::string text = equal_summary(report);
  if (!e.not_shown.empty()) {
    text += "\nThe first values that differ or are not shown to be equal:\n";
    constexpr std::size_t shown = 10;
    for (std::size_t k = 0; k < std::min(shown, e.not_shown.size()); ++k)
      text += not_shown_text(report, e.not_shown[k]);
    if (e.not_shown.size() > shown) text += fmt::format("  and {} more\n", e.not_shown.size() - shown);
  }
  text += fmt::format(
      "\n{} value{} of the second model: {} by structure, {} by expression, {} constant, {} without counterpart; {} "
      "drawn inputs\n",
      e.values, e.values == 1 ? "" : "s", e.by_structure, e.by_expression, e.constants, e.unmatched, e.draws);
  text += conditions_text(report);
  if (e.by_expression != 0)
    text += fmt::format("probability that two different expressions were taken for the same: {} ({} steps)\n",
                        below_text(e.collision), e.joins);
  for (std::size_t k = 0; k < lemmas.size(); ++k)
    if ((e.lemmas >> k & 1) != 0)
      text += fmt::format("{} {}: {}\n", lemmas[k].is_condition ? "condition" : "lemma", lemmas[k].id, lemmas[k].text);
  for (const std::uint32_t value : e.conditional)
    text += fmt::format("  under this condition: {}\n", name_of(*report.second.graph, value));
  return text + "\n" + identity_text(report.identity);
}

}  // namespace etalon::impl
