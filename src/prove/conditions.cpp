// SPDX-License-Identifier: Apache-2.0
// Floor 8. See node.hpp: what a node refuses, as its operator says.
#include <algorithm>

#include "prove/node.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"

namespace etalon::impl::prove {

std::string rule_name(std::string_view rule) {
  std::string name(rule);
  std::ranges::replace(name, '-', '_');
  return name;
}

Admitted admitted(const Call& call, unsigned operand) {
  const auto allowed = allowed_elements(call);
  if (!allowed || operand != call.op->condition.operand || call.inputs[operand]->shape.count == 0) return {};
  const unsigned bits = info(call.inputs[operand]->type).bits;  // of signed integers
  const Admitted result{std::max(allowed->low, int_lowest(bits)), std::min(allowed->high, int_highest(bits)),
                        call.op->condition.rule};
  const bool has_all = result.low == int_lowest(bits) && result.high == int_highest(bits);
  return has_all ? Admitted{result.low, result.high, ""} : result;
}

std::string refusal_of(const CheckedModel& model, const ModelValues& values, std::uint32_t node) {
  const Call& call = model.calls[node];
  const Operator::Condition& condition = call.op->condition;
  const auto is_constant = [&](std::size_t k) { return values[model.graph->nodes[node].inputs[k]].is_constant(); };
  if (values.results_of(node).empty()) return {};
  if (condition.allowed != nullptr && call.has_input(condition.operand)) {
    const std::uint32_t value = model.graph->nodes[node].inputs[condition.operand];
    if (is_constant(condition.operand)) {
      std::vector<const void*> inputs(call.inputs.size(), nullptr);
      inputs[condition.operand] = values[value].constant.data;
      if (const Status status = condition_of(call, inputs); !status.ok()) return status.rule;
    } else if (const Admitted all = admitted(call, condition.operand); !all.rule.empty()) {
      return all.rule;
    }
  }
  for (const Precondition& one : call.row->preconditions) {
    if (!call.has_input(one.operand) || !one.types.contains(call.inputs[one.operand]->type)) continue;
    if (one.has_result() && !call.choices.strict) continue;
    if (one.demand != Precondition::Demand::nonzero || !is_integer(call.inputs[one.operand]->type)) return one.rule;
    if (!is_constant(one.operand)) return one.rule;
    const TensorView& tensor = values[model.graph->nodes[node].inputs[one.operand]].constant;
    for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
      if (pattern_at(tensor, i) == 0) return one.rule;
  }
  return {};
}

}  // namespace etalon::impl::prove
