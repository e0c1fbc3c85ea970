// SPDX-License-Identifier: Apache-2.0
// Floor 8. See key.hpp.
#include "conform/equal/key.hpp"

#include <algorithm>
#include <map>

#include "base/sha256.hpp"
#include "conform/judge/judge.hpp"
#include "ops/conv/conv.hpp"

namespace etalon::impl {
namespace {

void append(std::string& key, std::string_view text) {
  key.append(std::to_string(text.size())).append(":").append(text);
}
void append(std::string& key, std::uint64_t number) { key.append(std::to_string(number)).append(","); }

template <class Number> std::string_view bytes_of(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

struct AppendAttribute {
  std::string& key;
  void operator()(std::monostate) const {}
  void operator()(std::int64_t number) const { append(key, static_cast<std::uint64_t>(number)); }
  void operator()(float number) const { append(key, bytes_of(&number, 1)); }
  void operator()(const std::string& text) const { append(key, text); }
  void operator()(const std::vector<std::int64_t>& list) const { append(key, bytes_of(list.data(), list.size())); }
  void operator()(const std::vector<float>& list) const { append(key, bytes_of(list.data(), list.size())); }
  void operator()(const std::vector<std::string>& list) const {
    append(key, list.size());
    for (const std::string& text : list) append(key, text);
  }
  void operator()(const Constant& constant) const {
    Tensor tensor(constant.type, constant.shape);
    decode(constant, tensor.view());
    append(key, key_of_constant(tensor));
  }
  void operator()(const OtherAttribute&) const {}
  void operator()(const Subgraph& graph) const { append(key, graph.branch); }
};

void append(std::string& key, const Argument& argument) {
  append(key, static_cast<std::uint64_t>(argument.type));
  append(key, bytes_of(argument.shape.dims.data(), argument.shape.rank));
}

// Operators whose rows differ in what they allow, not in what is computed: neither their references nor the geometries
// that these use read the version or the source, except to refuse a call. Expressions would be as long as the operator
// takes.
bool has_one_meaning(const Operator& op) {
  constexpr std::string_view names[] = {"Conv", "Gemm", "MatMul"};
  return std::ranges::find(names, op.name) != std::end(names);
}

// What Conv's attributes mean: pads may be given by their numbers or by a rule, and the kernel by the weights.
void append_window(std::string& key, const ConvGeometry& g) {
  append(key, g.channels_of_group);
  for (const Window::Sizes* sizes : {&g.window.kernel, &g.window.stride, &g.window.dilation, &g.window.begin})
    append(key, bytes_of(sizes->data(), g.window.axes));
}

}  // namespace

void append_number(std::string& key, std::uint64_t number) { append(key, number); }

std::string function_of(const Call& call) {
  std::string key = call.op->name;
  if (!has_one_meaning(*call.op)) {
    append(key, static_cast<std::uint64_t>(call.version));
    append(key, static_cast<std::uint64_t>(call.row->source));
  }
  if (call.op->name == std::string_view("Div") && is_integer(call.outputs[0]->type))
    append(key, static_cast<std::uint64_t>(call.choices.integer_division));
  append(key, depends_on_policy(call) ? accumulation_names[static_cast<unsigned>(call.choices.accumulation)] : "any");
  std::map<std::string_view, const AttributeValue*> attributes;  // the order in a row may differ
  if (call.op->name == std::string_view("Conv"))
    append_window(key, *ConvGeometry::of(call));
  else
    for (std::size_t k = 0; k < call.attributes.size(); ++k)
      if (!std::holds_alternative<std::monostate>(call.attributes[k]))
        attributes[call.row->attributes[k].name] = &call.attributes[k];
  for (const auto& [name, value] : attributes) {
    append(key, name);
    append(key, value->index());
    std::visit(AppendAttribute{key}, *value);
  }
  for (const auto* arguments : {&call.inputs, &call.outputs})
    for (const std::optional<Argument>& argument : *arguments) {
      append(key, argument ? 1 : 0);
      if (argument) append(key, *argument);
    }
  return key;
}

std::string key_of_constant(const Tensor& tensor) {
  std::string key;
  append(key, Argument{tensor.type(), tensor.shape()});
  return key + sha256_of({tensor.data(), tensor.bytes()});
}

}  // namespace etalon::impl
