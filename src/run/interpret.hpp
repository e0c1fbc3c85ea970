// SPDX-License-Identifier: Apache-2.0
// Floor 6. The one loop over the nodes of a checked model for whatever is not a plan: every value in turn, of any kind
// (tensors, real numbers, errors), by number as in the graph.
#pragma once

#include "check/check.hpp"

namespace etalon::impl {

// Values that are kept: all of them, or only the outputs of the model, so that the others are freed after their last
// use.
enum class Keep : std::uint8_t { all, outputs };

// How often nodes still use each value; an output of the model is never used up.
inline std::vector<std::uint32_t> uses_of(const Graph& graph) {
  std::vector<std::uint32_t> uses(graph.values.size());
  for (const Node& node : graph.nodes)
    for (const std::uint32_t value : node.inputs) ++uses[value];
  for (const std::uint32_t value : graph.outputs) uses[value] = UINT32_MAX;
  return uses;
}

// Calls compute(n, operands, results) for each node: operands are addresses in `values`, null for what is omitted;
// results begin as V{}, one for each output, and become values. Ends at the first status that is not ok, with the node
// in it.
template <class V, class Compute>
Status interpret(const CheckedModel& model, std::vector<V>& values, Keep keep, Compute compute) {
  const Graph& graph = *model.graph;
  std::vector<std::uint32_t> uses = uses_of(graph);
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const std::vector<std::uint32_t>&inputs = graph.nodes[n].inputs, &outputs = graph.nodes[n].outputs;
    const Call& call = model.calls[n];
    std::vector<const V*> operands;
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      operands.push_back(call.inputs[k] ? &values[inputs[k]] : nullptr);
    std::vector<V> results(call.outputs.size());
    Status status = compute(n, operands, results);
    if (!status.ok()) {
      status.node = n;
      return status;
    }
    for (std::size_t k = 0; k < call.outputs.size(); ++k)
      if (call.outputs[k]) values[outputs[k]] = std::move(results[k]);
    if (keep == Keep::all) continue;
    for (const std::uint32_t value : inputs)
      if (uses[value] != UINT32_MAX && --uses[value] == 0) values[value] = V{};
    for (const std::uint32_t value : outputs)
      if (uses[value] == 0) values[value] = V{};
  }
  return {};
}

}  // namespace etalon::impl
