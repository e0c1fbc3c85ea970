// SPDX-License-Identifier: Apache-2.0
// Floor 8. See drawn.hpp.
#include "conform/vectors/drawn.hpp"

#include <algorithm>

#include "check/attributes.hpp"

namespace etalon::impl {
namespace {

// The oldest version of the IR that came with the operator set, from version 8 on, which every reader knows.
std::int64_t ir_version_for(int opset) {
  constexpr std::pair<int, std::int64_t> newest[] = {{18, 8}, {20, 9}, {22, 10}, {23, 11}, {24, 12}};
  for (const auto& [last, version] : newest)
    if (opset <= last) return version;
  return 13;
}

}  // namespace

std::uint32_t DrawnModel::add_value(const std::string& name, const oracle::Tensor& tensor) {
  graph.values.push_back({.name = name, .type = type_of(tensor.type), .shape = *Shape::of(tensor.shape)});
  return static_cast<std::uint32_t>(graph.values.size() - 1);
}

DrawnModel::DrawnModel(const oracle::Call& call, const Row& row, const Profile& profile) : attributes_(call) {
  graph.ir_version = ir_version_for(call.opset);
  graph.opset = call.opset;
  graph.imports = {{"", call.opset}};
  graph.values.push_back({});  // what is omitted
  Node node;
  node.name = "node";
  node.operation = call.operation;
  node.attributes = attributes_.given;
  for (const AttributeFormal& formal : row.attributes)
    if (profile.rules.no_defaults && formal.has_default() &&
        std::ranges::find(node.attributes, formal.name, &Attribute::name) == node.attributes.end())
      node.attributes.push_back({formal.name, default_of(formal)});
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    node.inputs.push_back(0);
    if (!call.inputs[k]) continue;
    const std::uint32_t value = node.inputs[k] = add_value("x" + std::to_string(k), *call.inputs[k]);
    if (const Formal* formal = formal_at(row.inputs, k); formal == nullptr || formal->use != Formal::Use::shape) {
      graph.inputs.push_back(value);
      inputs.push_back(k);
      continue;
    }
    const Tensor tensor = tensor_of(*call.inputs[k]);
    std::vector<std::byte>& bytes = bytes_.emplace_back();
    give_little_endian(tensor.view(), [&](auto part) { bytes.insert(bytes.end(), part.begin(), part.end()); });
    graph.initializers.push_back({value, {tensor.type(), tensor.shape(), Constant::Encoding::little_endian, bytes}});
    if (profile.rules.explicit_values) graph.declared.push_back(value);
  }
  for (std::size_t k = 0; k < call.outputs.size(); ++k)
    node.outputs.push_back(add_value("y" + std::to_string(k), call.outputs[k]));
  graph.outputs = node.outputs;
  graph.nodes.push_back(std::move(node));
}

}  // namespace etalon::impl
