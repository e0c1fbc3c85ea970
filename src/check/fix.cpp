// SPDX-License-Identifier: Apache-2.0
// Floor 5. See fix.hpp.
#include "check/fix.hpp"

#include <cstdio>

namespace etalon::impl {
namespace {

// `text` is UTF-8: whoever read the model made sure of it.
std::uint32_t take_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  std::uint32_t code = more == 0 ? lead : lead & (0x3Fu >> more);
  for (std::size_t i = 1; i <= more && i < text.size(); ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(std::min(more + 1, text.size()));
  return code;
}

// ONNX's package has had names for the 4-bit types since version 1.16 only; their numbers work with every version.
std::string python_type(DType type) {
  const DTypeInfo& row = info(type);
  if (row.bits == 4) return std::to_string(row.onnx);
  std::string name = row.name;
  for (char& c : name) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return "onnx.TensorProto." + name;
}

std::string type_and_shape(const Argument& is) { return python_type(is.type) + ", " + to_string(is.shape); }

// An expression for the node, by its first result.
std::string node_with(const Graph& graph, const Node& node) {
  if (node.outputs.empty() || graph.values[node.outputs[0]].name.empty()) return {};
  return "next(n for n in model.graph.node if n.output[:1] == [" + python_string(graph.values[node.outputs[0]].name) +
         "])";
}

}  // namespace

std::string python_string(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::uint32_t code = take_character(text);
    char escaped[16];
    if (code >= 0x20 && code <= 0x7E) {
      if (code == '"' || code == '\\') out += '\\';
      out += static_cast<char>(code);
      continue;
    }
    std::snprintf(escaped, sizeof escaped,
                  code > 0xFFFF ? "\\U%08x"
                  : code > 0xFF ? "\\u%04x"
                                : "\\x%02x",
                  static_cast<unsigned>(code));
    out += escaped;
  }
  return out + "\"";
}

std::string declare(const Value& value, Listed listed, const Argument& is) {
  if (value.in_branch) return {};
  const std::string name = python_string(value.name);
  if (!listed.input && !listed.output && !listed.value_info)
    return "if all(v.name != " + name +
           " for v in model.graph.value_info): model.graph.value_info.append(onnx.helper.make_tensor_value_info(" +
           name + ", " + type_and_shape(is) + "))";
  std::string lists;
  const auto add = [&](bool there, const char* list) {
    if (there) lists.append(lists.empty() ? "*model.graph." : ", *model.graph.").append(list);
  };
  add(listed.input, "input");
  add(listed.output, "output");
  add(listed.value_info, "value_info");
  return "for v in [v for v in [" + lists + "] if v.name == " + name +
         "]: v.type.CopyFrom(onnx.helper.make_tensor_type_proto(" + type_and_shape(is) + "))";
}

std::string set_ir_version(std::int64_t version) { return "model.ir_version = " + std::to_string(version); }

std::string set_graph_name(std::string_view name) { return "model.graph.name = " + python_string(name); }

std::string remove_training() { return "del model.training_info[:]"; }

std::string remove_input(std::string_view name, std::int64_t ir_version) {
  return "for v in [v for v in model.graph.input if v.name == " + python_string(name) +
         "]: model.graph.input.remove(v); " + set_ir_version(ir_version);
}

std::string remove_node(const Graph& graph, const Node& node) {
  const std::string which = node_with(graph, node);
  return which.empty() ? which : "model.graph.node.remove(" + which + ")";
}

std::string rename_node(const Graph& graph, const Node& node, std::string_view name) {
  const std::string which = node_with(graph, node);
  return which.empty() ? which : which + ".name = " + python_string(name);
}

std::string on_node(const Graph& graph, const Node& node, const std::string& fix) {
  const std::string which = node_with(graph, node);
  return which.empty() ? which : "node = " + which + "; " + fix;
}

std::shared_ptr<const ModelEdit> on_node(const ModelEdit& edit, std::uint32_t number) {
  auto own = std::make_shared<ModelEdit>();
  for (const auto& [any, attributes] : edit.attributes) own->attributes[number] = attributes;
  return own;
}

std::string order_nodes(const Graph& graph, std::span<const std::uint32_t> order) {
  std::string list;
  for (const std::uint32_t n : order) {
    const Node& node = graph.nodes[n];
    if (node.outputs.empty() || graph.values[node.outputs[0]].name.empty()) return {};
    list.append(list.empty() ? "" : ", ").append(python_string(graph.values[node.outputs[0]].name));
  }
  return "model.graph.node.sort(key=lambda n: [" + list + "].index(n.output[0]))";
}

}  // namespace etalon::impl
