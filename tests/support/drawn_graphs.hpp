// SPDX-License-Identifier: Apache-2.0
// Random graphs over every operator that the oracle draws calls of (oracle/call.hpp). A node is a drawn call; values of
// the graph take the place of the data that it was drawn with: as they are, where the operator takes them, or behind a
// Reshape, a Cast and a Gather that give them the type and the shape that the call needs.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "oracle/arithmetic/convert.hpp"
#include "oracle/cases/calls.hpp"
#include "tests/support/drawn_call.hpp"

namespace etalon::tests {

class DrawnGraph {
 public:
  // What an input of the graph is good for.
  struct Input {
    std::uint32_t value;
    impl::Tensor tensor;
    bool is_data;  // false: an index, which must be known exactly
  };

  static constexpr std::size_t fewest_nodes = 3, most_nodes = 10;
  static constexpr std::uint64_t most_elements = 60;  // of a value: many graphs show more than large ones

  explicit DrawnGraph(std::uint64_t seed) : random_(seed) {
    graph.ir_version = 8;
    graph.opset = oracle::draw_opset(random_, 6);
    graph.imports = {{"", *graph.opset}};
    profile.choices.accumulation = static_cast<impl::Accumulation>(random_.below(4));
    const std::size_t wanted = fewest_nodes + random_.below(most_nodes - fewest_nodes + 1);
    const oracle::Type type = draw_type();
    const oracle::Shape shape = oracle::draw_shape(random_, 0, 3, 24);
    for (std::uint64_t k = 0; k < 1 + random_.below(3); ++k) add_data(draw_data(type, shape));
    for (int tries = 0; graph.nodes.size() < wanted && tries < 200; ++tries) {
      const auto& drawings = oracle::drawings();
      const oracle::Drawing& drawing = drawings[random_.below(drawings.size())];
      const oracle::Call call = drawing.draw(random_);
      if (call.opset != *graph.opset || !is_small(call)) continue;
      if (const impl::Operator* op = impl::find_operator("", call.operation)) add(call, *op, wanted);
    }
    for (const std::uint32_t result : results_)
      if (!used_[result]) graph.outputs.push_back(result);
  }
  DrawnGraph(const DrawnGraph&) = delete;
  DrawnGraph& operator=(const DrawnGraph&) = delete;

  impl::Graph graph;  // the bytes of its constants are here
  impl::Profile profile = *impl::find_profile("onnx");
  std::vector<Input> inputs;

 private:
  using Known = std::shared_ptr<const impl::Tensor>;
  // An operand: a value of the graph, and its elements where they are constant. Nothing where it is omitted.
  struct Operand {
    std::uint32_t value;
    Known known = nullptr;
  };
  using Operands = std::vector<std::optional<Operand>>;

  // ---- values -------------------------------------------------------------------------------------------------------

  oracle::Type draw_type() {
    constexpr oracle::Type floats[] = {oracle::float32, oracle::float32, oracle::float64, oracle::float16,
                                       oracle::bfloat16};
    return random_.below(6) == 0 ? oracle::draw_numeric_type(random_) : floats[random_.below(std::size(floats))];
  }

  // Mostly numbers whose sums, products and quotients have a bound; sometimes any patterns.
  oracle::Tensor draw_data(oracle::Type type, const oracle::Shape& shape) {
    const std::uint64_t style = random_.below(16);
    oracle::Tensor tensor = oracle::draw_tensor(random_, type, shape);
    if (style == 0 || type.kind == oracle::Kind::boolean) return tensor;
    for (std::uint64_t& pattern : tensor.patterns) {
      const double share = std::ldexp(static_cast<double>(random_.bits() >> 11), -53);
      double x = 1 + share;
      if (style < 4) x = static_cast<double>(random_.between(-3, 3));
      if (style >= 4 && style < 9) x = std::ldexp(random_.coin() ? x : -x, random_.between(-4, 3));
      if (style >= 9 && style < 11) x = std::ldexp(random_.coin() ? x : -x, random_.between(-30, 15));
      if (type.kind == oracle::Kind::floating)
        pattern = oracle::convert(oracle::float64, type, std::bit_cast<std::uint64_t>(x)).bits;
      else
        pattern = static_cast<std::uint64_t>(std::llround(type.is_signed ? x : std::abs(x))) &
                  ~std::uint64_t{0} >> (64 - type.bits);
    }
    return tensor;
  }

  std::uint32_t add_value(impl::DType type, const impl::Shape& shape) {
    const auto value = static_cast<std::uint32_t>(graph.values.size());
    graph.values.push_back({"v" + std::to_string(value), type, shape});
    used_.push_back(false);
    return value;
  }

  Operand add_constant(const impl::Tensor& tensor) {
    std::vector<std::byte>& bytes = bytes_.emplace_back();
    give_little_endian(tensor.view(), [&](auto part) { bytes.insert(bytes.end(), part.begin(), part.end()); });
    const std::uint32_t value = add_value(tensor.type(), tensor.shape());
    graph.initializers.push_back(
        {value, {tensor.type(), tensor.shape(), impl::Constant::Encoding::little_endian, bytes}});
    return {value, std::make_shared<const impl::Tensor>(tensor)};
  }
  Operand add_integers(const oracle::Shape& shape, const std::vector<std::int64_t>& numbers) {
    return add_constant(tensor_of(oracle::Tensor{oracle::int64, shape, {numbers.begin(), numbers.end()}}));
  }

  Operand add_input(const oracle::Tensor& drawn, bool is_data) {
    if (random_.below(4) == 0) return add_constant(tensor_of(drawn));
    const impl::Tensor tensor = tensor_of(drawn);
    const std::uint32_t value = add_value(tensor.type(), tensor.shape());
    graph.inputs.push_back(value);
    inputs.push_back({value, tensor, is_data});
    return {value};
  }
  Operand add_data(const oracle::Tensor& drawn) {
    const Operand operand = add_input(drawn, true);
    data_.push_back(operand.value);
    return operand;
  }

  static bool is_small(const oracle::Call& call) {
    return std::ranges::all_of(call.inputs,
                               [](const auto& input) { return !input || input->patterns.size() <= most_elements; });
  }

  // A model may not have tensors that would be huge if no dimension were 0.
  static bool is_allowed_when_empty(const impl::Shape& shape) {
    double places = 1;
    for (unsigned k = 0; k < shape.rank; ++k) places *= static_cast<double>(std::max<std::uint64_t>(shape.dims[k], 1));
    return places <= 1 << 20;
  }

  // ---- nodes --------------------------------------------------------------------------------------------------------

  // Adds a node if the profile allows it; its results are then values of the graph.
  bool add_node(const char* operation, const std::vector<impl::Attribute>& attributes, const Operands& operands,
                std::size_t results) {
    impl::Node node;
    node.operation = operation;
    node.attributes = attributes;
    std::vector<impl::Given> given;
    for (const std::optional<Operand>& operand : operands) {
      if (operand)
        given.emplace_back(impl::Argument{*graph.values[operand->value].type, *graph.values[operand->value].shape},
                           operand->known);
      else
        given.emplace_back(std::nullopt);
    }
    const auto resolution = resolve(profile, *graph.opset, node, given, results);
    if (!resolution) return false;
    for (const std::optional<impl::Argument>& output : resolution->call.outputs)
      if (output->shape.count > most_elements || !is_allowed_when_empty(output->shape)) return false;
    for (const std::optional<Operand>& operand : operands) {
      if (!operand) {  // which is a value without a name
        node.inputs.push_back(static_cast<std::uint32_t>(graph.values.size()));
        graph.values.emplace_back();
        used_.push_back(true);
        continue;
      }
      node.inputs.push_back(operand->value);
      used_[operand->value] = true;
    }
    while (!node.inputs.empty() && graph.values[node.inputs.back()].name.empty()) node.inputs.pop_back();
    for (const std::optional<impl::Argument>& output : resolution->call.outputs) {
      node.outputs.push_back(add_value(output->type, output->shape));
      results_.push_back(node.outputs.back());
      data_.push_back(node.outputs.back());
    }
    graph.nodes.push_back(std::move(node));
    return true;
  }

  void add(const oracle::Call& call, const impl::Operator& op, std::size_t most) {
    const impl::Row* row = row_for(profile, *graph.opset, op);
    if (row == nullptr) return;
    const Attributes& attributes = attributes_.emplace_back(call);
    bool has_index = false;
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      has_index = has_index || formal_at(row->inputs, k)->use == impl::Formal::Use::index;
    for (int tries = 0; tries < 20 && !has_index; ++tries)
      if (add_node(call.operation.c_str(), attributes.given, taken(call, *row), call.outputs.size())) return;
    add_node(call.operation.c_str(), attributes.given, adapted(call, *row, most), call.outputs.size());
  }

  // A scale, which is drawn as one that the operator can have, but for a few.
  static bool must_be_positive(const impl::Row& row, std::size_t k) {
    return std::ranges::any_of(row.preconditions, [k](const impl::Precondition& one) {
      return one.operand == k && one.demand == impl::Precondition::Demand::positive;
    });
  }

  // Values of the graph as they are, one type for each variable; what the call must know is as it was drawn.
  Operands taken(const oracle::Call& call, const impl::Row& row) {
    std::map<std::string_view, impl::DType> types;
    Operands operands;
    for (std::size_t k = 0; k < call.inputs.size(); ++k) {
      operands.emplace_back();
      if (!call.inputs[k]) continue;
      const impl::Formal& formal = *formal_at(row.inputs, k);
      if (formal.use == impl::Formal::Use::shape) {
        operands.back() = add_constant(tensor_of(*call.inputs[k]));
        continue;
      }
      if (must_be_positive(row, k)) {
        operands.back() = add_data(*call.inputs[k]);
        types.emplace(formal.variable, type_of(call.inputs[k]->type));
        continue;
      }
      std::vector<std::uint32_t> fitting;
      for (const std::uint32_t value : data_) {
        const impl::DType type = *graph.values[value].type;
        const auto known = types.find(formal.variable);
        if (known != types.end() ? known->second == type : row.rule_of(formal).types.contains(type))
          fitting.push_back(value);
      }
      if (fitting.empty()) continue;  // the node is then refused
      operands.back() = {fitting[random_.below(fitting.size())]};
      types.emplace(formal.variable, *graph.values[operands.back()->value].type);
    }
    return operands;
  }

  // Values of the graph with the types and shapes that were drawn.
  Operands adapted(const oracle::Call& call, const impl::Row& row, std::size_t most) {
    Operands operands;
    for (std::size_t k = 0; k < call.inputs.size(); ++k) {
      operands.emplace_back();
      if (!call.inputs[k]) continue;
      const oracle::Tensor& drawn = *call.inputs[k];
      const impl::Formal::Use use = formal_at(row.inputs, k)->use;
      if (use == impl::Formal::Use::shape)
        operands.back() = add_constant(tensor_of(drawn));
      else if (use == impl::Formal::Use::index)
        operands.back() = add_input(drawn, false);
      else if (must_be_positive(row, k))
        operands.back() = add_data(drawn);
      else if (graph.nodes.size() + 4 > most || random_.below(4) == 0)
        operands.back() = add_data(draw_data(drawn.type, drawn.shape));
      else
        operands.back() = adapted(data_[random_.below(data_.size())], drawn);
    }
    return operands;
  }

  Operand adapted(std::uint32_t value, const oracle::Tensor& drawn) {
    const impl::DType type = type_of(drawn.type);
    const impl::Shape shape = *impl::Shape::of(drawn.shape);
    const auto is = [&](const impl::Value& of) { return *of.type == type && *of.shape == shape; };
    const std::uint64_t count = graph.values[value].shape->count;
    const auto newest = [&] { return graph.nodes.back().outputs[0]; };
    if (is(graph.values[value])) return {value};
    if (count != 0 && *graph.values[value].type != type) {
      const std::vector<impl::Attribute> to = {{"to", std::int64_t{impl::info(type).onnx}}};
      if (!add_node("Cast", to, {Operand{value}}, 1)) return add_data(draw_data(drawn.type, drawn.shape));
      value = newest();
    }
    if (is(graph.values[value])) return {value};
    if (count != 0 && graph.values[value].shape->rank != 1 &&
        add_node("Reshape", {}, {Operand{value}, add_integers({1}, {-1})}, 1))
      value = newest();
    if (count != 0 && graph.values[value].shape->rank == 1) {
      std::vector<std::int64_t> places(shape.count);
      for (std::int64_t& place : places) place = static_cast<std::int64_t>(random_.below(count));
      if (add_node("Gather", {}, {Operand{value}, add_integers(drawn.shape, places)}, 1)) return {newest()};
    }
    return add_data(draw_data(drawn.type, drawn.shape));
  }

  oracle::Random random_;
  std::vector<std::uint32_t> data_, results_;  // what nodes can take; what nodes give
  std::vector<bool> used_;                     // by value: a node takes it
  std::deque<std::vector<std::byte>> bytes_;   // of constants
  std::deque<Attributes> attributes_;
};

}  // namespace etalon::tests
