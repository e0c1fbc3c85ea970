// SPDX-License-Identifier: Apache-2.0
// Floor 5. See known.hpp.
#include "check/known.hpp"

#include <algorithm>

#include "base/fp_environment.hpp"
#include "ops/reference.hpp"

namespace etalon::impl {

KnownValues::KnownValues(const Survey& survey)
    : survey_(survey), constant_(survey.graph.values.size()), known_(survey.graph.values.size()) {
  for (const Initializer& initializer : survey.graph.initializers)
    if (!survey.listed[initializer.value].input) add(initializer);
}

std::shared_ptr<const Tensor> KnownValues::of(std::uint32_t i, Formal::Use use) {
  const Constant* constant = constant_[i];
  const std::uint64_t limit = use == Formal::Use::shape ? most_in_shapes : most;
  if (known_[i] || constant == nullptr || constant->shape.count > limit || check_constant(*constant, 0))
    return known_[i];
  Tensor tensor(constant->type, constant->shape);
  decode(*constant, tensor.view());
  return known_[i] = std::make_shared<const Tensor>(std::move(tensor));
}

void KnownValues::compute(const Node& node, const Call& call) {
  if (operations_of(call) > most) return;
  std::vector<const void*> inputs;
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    const bool needed = call.inputs[k] && !call.op->writes();
    if (needed && (call.known.empty() || !call.known[k] || call.inputs[k]->shape.count > most)) return;
    inputs.push_back(needed ? call.known[k]->data() : nullptr);
  }
  std::vector<std::shared_ptr<Tensor>> results;
  std::vector<void*> pointers;
  for (const std::optional<Argument>& output : call.outputs) {
    results.push_back(output ? std::make_shared<Tensor>(output->type, output->shape) : nullptr);
    pointers.push_back(output ? results.back()->data() : nullptr);
  }
  const FpGuard guard;
  if (!reference_kernel(call, CountEvents::no).compute(call, inputs, pointers, {}).ok()) return;  // a run reports it
  for (std::size_t k = 0; k < results.size(); ++k) known_[node.outputs[k]] = results[k];
}

std::uint32_t KnownValues::origin_of(std::uint32_t i) const {
  std::vector<bool> seen(known_.size());
  std::vector<std::uint32_t> pending{i};
  while (!pending.empty()) {
    const std::uint32_t value = pending.back();
    pending.pop_back();
    if (seen[value] || known_[value] || survey_.graph.values[value].name.empty()) continue;
    seen[value] = true;
    if (survey_.maker[value] == no_node) {
      if (constant_[value] == nullptr) return value;
      continue;
    }
    const std::vector<std::uint32_t>& inputs = survey_.graph.nodes[survey_.maker[value]].inputs;
    pending.insert(pending.end(), inputs.rbegin(), inputs.rend());
  }
  return i;
}

}  // namespace etalon::impl
