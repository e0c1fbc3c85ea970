// SPDX-License-Identifier: Apache-2.0
// Floor 8. See model_values.hpp.
#include "prove/model_values.hpp"

#include <algorithm>
#include <map>

#include "base/sha256.hpp"
#include "run/layout.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl::prove {

std::string bits_of(const TensorView& tensor) {
  Sha256 hash;
  const std::uint64_t head[] = {static_cast<std::uint64_t>(tensor.type), tensor.shape.count};
  hash.update(std::as_bytes(std::span(head)));
  if (tensor.type == DType::boolean || info(tensor.type).bits == 4) {
    // Bytes of truth values may differ, and so may the nibble behind the last one.
    for (std::uint64_t i = 0; i < tensor.shape.count; ++i) {
      const auto byte = static_cast<std::byte>(pattern_at(tensor, i));
      hash.update({&byte, 1});
    }
  } else {
    hash.update({static_cast<const std::byte*>(tensor.data), static_cast<std::size_t>(tensor.bytes)});
  }
  const Sha256::Digest digest = hash.finish();
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

ModelValues::ModelValues(const CheckedModel& model, std::span<const TensorView> constants)
    : values_(model.graph->values.size()),
      is_view_(model.calls.size()),
      is_constant_node_(model.calls.size()),
      results_(model.calls.size()) {
  const Graph& graph = *model.graph;
  const auto take = [&](std::uint32_t value, DType type, const Shape& shape) {
    values_[value].type = type;
    values_[value].count = shape.count;
    values_[value].is_known = true;
  };
  for (std::uint32_t v = 0; v < values_.size(); ++v) values_[v].home = v;
  for (const std::uint32_t value : graph.inputs)
    if (graph.values[value].type && graph.values[value].shape)
      take(value, *graph.values[value].type, *graph.values[value].shape);
  for (const auto& [value, constant] : graph.initializers) take(value, constant.type, constant.shape);
  for (std::size_t n = 0; n < model.calls.size(); ++n)
    for (std::size_t k = 0; k < model.calls[n].outputs.size(); ++k)
      if (const auto& output = model.calls[n].outputs[k]) take(graph.nodes[n].outputs[k], output->type, output->shape);
  std::vector<bool> is_given(values_.size());  // by whoever runs the model
  for (const std::uint32_t value : free_inputs(graph)) is_given[value] = true;
  std::map<std::string, std::uint32_t> by_bits;
  for (std::uint32_t v = 0; v < values_.size() && v < constants.size(); ++v) {
    const TensorView& tensor = constants[v];
    if (tensor.data == nullptr || !values_[v].is_known || is_given[v] || tensor.shape.count == 0) continue;
    if (tensor.type != values_[v].type || tensor.shape.count != values_[v].count ||
        tensor.bytes != stored_bytes(tensor.type, tensor.shape.count))
      continue;  // not what the model says: then it is no constant
    values_[v].constant = tensor;
    values_[v].home = by_bits.try_emplace(bits_of(tensor), v).first->second;
  }
  for (std::uint32_t n = 0; n < model.calls.size(); ++n) {
    const Call& call = model.calls[n];
    bool are_constant = true;
    for (std::uint32_t k = 0; k < call.outputs.size(); ++k) {
      if (!call.outputs[k] || call.outputs[k]->shape.count == 0) continue;
      results_[n].push_back(k);
      are_constant = are_constant && values_[graph.nodes[n].outputs[k]].is_constant();
    }
    is_constant_node_[n] = are_constant;
    if (are_constant || !keeps_everything(call)) continue;
    is_view_[n] = true;
    values_[graph.nodes[n].outputs[0]].home = values_[graph.nodes[n].inputs[0]].home;
  }
}

}  // namespace etalon::impl::prove
