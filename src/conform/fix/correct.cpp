// SPDX-License-Identifier: Apache-2.0
// Floor 8. See correct.hpp.
#include "conform/fix/correct.hpp"

#include <algorithm>
#include <string_view>

namespace etalon::impl {
namespace {

bool is_declaration(const Finding& finding) {
  const std::string_view rule = finding.status.rule;
  return rule == "GEN-ALL-SHAPES" || rule == "GEN-ALL-TYPES";
}

// Whether something was corrected.
bool take(const Finding& finding, Graph& graph, Corrections& corrections) {
  if (finding.severity != Severity::error || finding.fix.empty()) return false;
  if (is_declaration(finding)) {
    const auto value = std::ranges::find(graph.values, finding.value, &Value::name);
    if (value == graph.values.end() || value->in_branch) return false;
    const auto number = static_cast<std::uint32_t>(value - graph.values.begin());
    if (std::ranges::find(graph.inputs, number) != graph.inputs.end()) return false;
    value->type.reset();
    value->shape.reset();
    value->open.clear();
    value->contradicted = value->negative = false;
    return corrections.edit.undeclared.insert(value->name).second;
  }
  if (finding.edit == nullptr) return false;
  for (const auto& [node, attributes] : finding.edit->attributes)
    for (const Attribute& wanted : attributes)
      if (const auto found = std::ranges::find(graph.nodes[node].attributes, wanted.name, &Attribute::name);
          found != graph.nodes[node].attributes.end()) {
        *found = wanted;
        corrections.edit.attributes[node].push_back(wanted);
      }
  return true;
}

}  // namespace

Verdict correct(Verdict verdict, const Profile& profile, Corrections& corrections) {
  constexpr unsigned most_rounds = 1000;  // as many nodes may lie behind each other
  for (unsigned round = 0; round < most_rounds && verdict.model == nullptr; ++round) {
    Graph graph = *verdict.graph;
    const std::size_t before = corrections.findings.size();
    for (const Finding& finding : verdict.findings)
      if (take(finding, graph, corrections)) corrections.findings.push_back(finding);
    if (corrections.findings.size() == before) break;
    verdict = check(std::move(graph), profile);
  }
  return verdict;
}

}  // namespace etalon::impl
