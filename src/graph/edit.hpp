// SPDX-License-Identifier: Apache-2.0
// Floor 3. A change of a model as data: what is written instead of which parts. Whatever it does not name stays as it
// is.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "graph/graph.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

// A node that is not in the file. Values have names.
struct NewNode {
  std::string operation, name;
  std::vector<std::string> inputs, outputs;  // "" is omitted
  std::vector<Attribute> attributes;
};

struct Declaration {
  DType type;
  Shape shape;
};

struct ModelEdit {
  std::optional<std::int64_t> ir_version, opset;  // opset is of ai.onnx
  std::optional<std::string> graph_name;
  std::map<std::uint32_t, std::vector<NewNode>> nodes;  // instead of the node with this number; none: it goes
  std::map<std::string, Declaration> declared;          // in every place that declares the value, or in value_info
  std::set<std::string> undeclared;                     // values that are no longer declared in value_info
  std::map<std::string, std::shared_ptr<const Tensor>> constants;  // initializers that are added
  std::set<std::string> removed_constants, removed_inputs;

  bool empty() const {
    return !ir_version && !opset && !graph_name && nodes.empty() && declared.empty() && undeclared.empty() &&
           constants.empty() && removed_constants.empty() && removed_inputs.empty();
  }
};

}  // namespace etalon::impl
