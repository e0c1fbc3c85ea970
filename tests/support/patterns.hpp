// SPDX-License-Identifier: Apache-2.0
// Calls of operators with any operands, by the reference: on literals, and on tensors of bit patterns for tests that go
// through all of them.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "accuracy/exact_kernels.hpp"
#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/oracle.hpp"
#include "run/execute.hpp"
#include "tensor/pattern.hpp"
#include "text/literal.hpp"

namespace etalon::tests {

using namespace impl;

inline Shape shape_of(std::initializer_list<std::uint64_t> dims) { return *Shape::of({dims.begin(), dims.size()}); }

// ---- on literals ----------------------------------------------------------------------------------------------------

struct Literal {
  DType type;
  std::string text;  // empty: omitted
};
struct Setting {
  const Profile* profile = find_profile("onnx");
  int opset = newest_opset;
  std::vector<Attribute> attributes = {};
  bool bits = false;  // the patterns of the result are printed
};

// The first result as text, or the rule that refuses the call.
inline std::string applied(const char* operation, std::initializer_list<Literal> literals, const Setting& in = {}) {
  Node node;
  node.operation = operation;
  node.attributes = in.attributes;
  std::vector<Tensor> stored;
  std::vector<RealTensor> reals;
  stored.reserve(literals.size());
  reals.reserve(literals.size());
  std::vector<Given> given;
  std::vector<TensorView> inputs;
  for (const Literal& literal : literals) {
    TensorView view{};
    if (literal.type == DType::real && !literal.text.empty()) {
      const RealTensor& tensor = reals.emplace_back(*parse_real_tensor(literal.text, {}));
      view = {DType::real, tensor.shape, tensor.elements.data(), 0};
    } else if (!literal.text.empty()) {
      view = std::as_const(stored.emplace_back(*parse_tensor(literal.text, literal.type, {}, BitPatterns{in.bits})))
                 .view();
    }
    inputs.push_back(view);
    given.push_back(literal.text.empty() ? Given(std::nullopt) : Given(Argument{view.type, view.shape}));
  }
  const auto resolution = resolve(*in.profile, in.opset, node, given);
  if (!resolution) return resolution.finding().status.rule;
  const Argument& output = *resolution->call.outputs[0];
  if (output.type == DType::real) {
    RealTensor result{output.shape, std::vector<Enclosure>(output.shape.count)};
    const MutableTensorView outputs[] = {{DType::real, output.shape, result.elements.data(), 0}};
    const Status status = execute(resolution->call, inputs, outputs, {}, exact_kernel);
    return status.ok() ? *print_real(result, {}) : status.rule;
  }
  Tensor result(output.type, output.shape);
  const MutableTensorView outputs[] = {result.view()};
  const Status status = execute(resolution->call, inputs, outputs, {}, reference_kernel);
  if (!status.ok()) return status.rule;
  const TensorView view = std::as_const(result).view();
  return in.bits ? print_bits(view) : print_tensor(view);
}

// The types for which the call is not refused, with a blank before and after each. operands() makes the operands.
template <class Operands> std::string types_of(const char* operation, Operands operands, const Setting& in) {
  std::string types = " ";
  for (const DTypeInfo& type : dtype_table) {
    const std::vector<Argument> arguments = operands(type.id);
    Node node;
    node.operation = operation;
    if (resolve(*in.profile, in.opset, node, arguments)) types.append(type.name).append(" ");
  }
  return types;
}

// ---- on patterns ----------------------------------------------------------------------------------------------------

// A tensor with these patterns.
inline Tensor tensor_of(DType type, const Shape& shape, const std::vector<std::uint64_t>& patterns) {
  Tensor tensor(type, shape);
  for (std::uint64_t i = 0; i < shape.count; ++i) set_pattern(tensor.view(), i, patterns[i]);
  return tensor;
}

// Element i has pattern i.
inline Tensor all_patterns(DType type, const Shape& shape) {
  Tensor tensor(type, shape);
  for (std::uint64_t i = 0; i < shape.count; ++i) set_pattern(tensor.view(), i, i);
  return tensor;
}

// The type as the oracle names it.
inline oracle::Type judged_type(DType type) {
  for (const oracle::NamedType& row : oracle::storable_types)
    if (std::string_view(row.name) == info(type).name) return row.type;
  throw std::invalid_argument("not a storable type");
}

struct Computed {
  Tensor result;
  Events events;
};

// The first result of a call by the reference; a null operand is omitted.
inline Computed computed(const char* operation, const Profile& profile, int opset,
                         std::initializer_list<const Tensor*> operands, std::vector<Attribute> attributes = {}) {
  Node node;
  node.operation = operation;
  node.attributes = std::move(attributes);
  std::vector<Given> given;
  std::vector<TensorView> inputs;
  for (const Tensor* operand : operands) {
    given.push_back(operand == nullptr ? Given(std::nullopt) : Given(Argument{operand->type(), operand->shape()}));
    inputs.push_back(operand == nullptr ? TensorView{} : operand->view());
  }
  const auto resolution = resolve(profile, opset, node, given);
  if (!resolution) throw std::invalid_argument(resolution.finding().message);
  const Argument& output = *resolution->call.outputs[0];
  Computed out{Tensor(output.type, output.shape), {}};
  const MutableTensorView outputs[] = {out.result.view()};
  const Status status = execute(resolution->call, inputs, outputs, {.events = &out.events}, reference_kernel);
  EXPECT_TRUE(status.ok()) << status.rule;
  return out;
}

// Every pair of patterns of a type of 8 bits against the oracle: results, and how many raise each event.
template <class Judge> void expect_all_pairs(const char* operation, DType type, Judge judge) {
  const Tensor a = all_patterns(type, shape_of({256, 1})), b = all_patterns(type, shape_of({256}));
  const Computed all = computed(operation, *find_profile("onnx"), newest_opset, {&a, &b});
  ASSERT_EQ(all.result.shape().count, 65536u);
  Events wanted;
  for (std::uint64_t i = 0; i < 65536; ++i) {
    const oracle::Answer answer = judge(judged_type(type), i / 256, i % 256);
    wanted.note(answer.events, i);
    ASSERT_EQ(pattern_at(all.result.view(), i), answer.bits) << info(type).name << " " << i / 256 << " " << i % 256;
  }
  for (unsigned kind = 0; kind < wanted.of.size(); ++kind)
    EXPECT_EQ(all.events.of[kind].count, wanted.of[kind].count) << info(type).name << " " << event_names[kind];
}

}  // namespace etalon::tests
