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

// What is written instead of a node; nothing: it goes. Nodes of a branch stand where its If is.
struct NodeEdit {
  std::uint64_t offset;  // of the node in the file
  std::vector<NewNode> instead;
};

struct ModelEdit {
  std::optional<std::int64_t> ir_version, opset;  // opset is of ai.onnx
  std::optional<std::string> graph_name;
  std::map<std::uint32_t, NodeEdit> nodes;                     // by the number of the node, If replaced by its branch
  std::map<std::uint32_t, std::vector<Attribute>> attributes;  // that nodes have instead of those of the same names
  std::map<std::string, Declaration> declared;  // in every place that declares the value, or in value_info
  std::set<std::string> undeclared;             // values that are no longer declared in value_info
  std::map<std::string, std::shared_ptr<const Tensor>> constants;  // initializers that are added, or written anew
  std::set<std::string> removed_constants;
  std::optional<std::set<std::string>> inputs;  // those that stay

  bool empty() const {
    return !ir_version && !opset && !graph_name && nodes.empty() && declared.empty() && undeclared.empty() &&
           constants.empty() && removed_constants.empty() && !inputs;
  }
};

}  // namespace etalon::impl
