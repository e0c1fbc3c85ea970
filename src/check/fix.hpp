// SPDX-License-Identifier: Apache-2.0
// Floor 5. Fixes: Python statements that correct a model. Each is complete by itself, on one line, over the names
// `model` (an onnx.ModelProto) and `onnx`; it is ASCII, and names are whole, so that it can be pasted from any report.
// A fix that two findings have does nothing the second time, so that all fixes of a report can be run. None changes
// what the model computes: what has no meaning without a decision is left to the hint.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graph/edit.hpp"
#include "ops/operator.hpp"

namespace etalon::impl {

// A string literal with the characters of UTF-8 text.
std::string python_string(std::string_view text);

// Where a value is declared.
struct Listed {
  bool input = false, output = false, value_info = false;
};

// Declares a value as what it is, in every place that declares it now, or in value_info; "" for one of a branch.
std::string declare(const Value& value, Listed listed, const Argument& is);

std::string set_ir_version(std::int64_t version);
std::string set_graph_name(std::string_view name);
std::string remove_training();
std::string remove_input(std::string_view name, std::int64_t ir_version);  // and sets the version

// Nodes are found by their first result; "" where there is none to find it by.
std::string remove_node(const Graph& graph, const Node& node);
std::string rename_node(const Graph& graph, const Node& node, std::string_view name);
std::string on_node(const Graph& graph, const Node& node, const std::string& fix);      // one over the NodeProto `node`
std::shared_ptr<const ModelEdit> on_node(const ModelEdit& edit, std::uint32_t number);  // the same as data
std::string order_nodes(const Graph& graph, std::span<const std::uint32_t> order);

}  // namespace etalon::impl
