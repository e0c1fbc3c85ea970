// SPDX-License-Identifier: Apache-2.0
// Floor 4. The table of operators, from operators.def.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "ops/call.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

#define OPERATOR(id) extern const Operator id##_operator;
#include "ops/operators.def"

std::span<const Operator* const> operators() {
  static constexpr const Operator* table[] = {
#define OPERATOR(id) &id##_operator,
#include "ops/operators.def"
  };
  return table;
}

const Operator* find_operator(std::string_view domain, std::string_view name) {
  if (!domain.empty() && domain != "ai.onnx") return nullptr;
  static const auto by_name = [] {  // a model may have millions of nodes
    std::unordered_map<std::string_view, const Operator*> table;
    for (const Operator* op : operators()) table.emplace(op->name, op);
    return table;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

bool Operator::gives_notice(DType type) const {
  for (const Notice& notice : notices)
    if (notice.types.contains(type)) return true;
  return false;
}

const TypeRule& Row::rule_of(const Formal& formal) const {
  for (const TypeRule& rule : types)
    if (std::string_view(rule.variable) == formal.variable) return rule;
  return types[0];  // a row has a rule for each of its variables
}

std::optional<DType> Row::type_at(std::size_t k, std::optional<DType> usual) const {
  const Formal* formal = formal_at(inputs, k);
  if (formal == nullptr) return usual;
  const TypeSet allowed = rule_of(*formal).types;
  if (usual && allowed.contains(*usual)) return usual;
  std::optional<DType> only;
  for (const DTypeInfo& type : dtype_table) {
    if (!allowed.contains(type.id) || type.bits == 0) continue;
    if (only) return usual;
    only = type.id;
  }
  return only ? only : usual;
}

const Formal* formal_at(std::span<const Formal> formals, std::size_t k) {
  if (k < formals.size()) return &formals[k];
  return !formals.empty() && formals.back().presence == Formal::Presence::variadic ? &formals.back() : nullptr;
}

std::string formal_name(std::span<const Formal> formals, std::size_t k) {
  const Formal* formal = formal_at(formals, k);
  if (formal == nullptr) return std::to_string(k + 1);
  if (formal->presence != Formal::Presence::variadic) return formal->name;
  return formal->name + ("[" + std::to_string(k + 1 - formals.size())) + "]";
}

bool gives_notice(const Call& call) {
  const auto concerned = [&](const std::optional<Argument>& one) { return one && call.op->gives_notice(one->type); };
  return std::ranges::any_of(call.inputs, concerned) || std::ranges::any_of(call.outputs, concerned);
}

std::optional<Operator::Allowed> allowed_elements(const Call& call) {
  const Operator::Condition& condition = call.op->condition;
  if (condition.allowed == nullptr || !call.has_input(condition.operand)) return std::nullopt;
  return condition.allowed(call);
}

Status condition_of(const Call& call, Inputs inputs) {
  const auto allowed = allowed_elements(call);
  if (!allowed) return {};
  const auto& [type, shape] = *call.inputs[call.op->condition.operand];
  const TensorView operand{type, shape, inputs[call.op->condition.operand], 0};
  Status status{Code::ok, call.op->condition.rule};
  for (std::uint64_t i = 0; i < shape.count; ++i) {
    const std::int64_t element = int_wrap(pattern_at(operand, i), info(type).bits);
    if ((element < allowed->low || element > allowed->high) && status.count++ == 0) status.index = i;
  }
  if (status.count == 0) return {};
  status.code = Code::condition;
  return status;
}

bool can_fail(const Call& call) {
  if (allowed_elements(call)) return true;
  for (const Precondition& precondition : call.row->preconditions)
    if (call.has_input(precondition.operand) && precondition.types.contains(call.inputs[precondition.operand]->type) &&
        (call.choices.strict || !precondition.has_result()))
      return true;
  return false;
}

bool result_may_replace(const Call& call, unsigned x) {
  if (!call.op->maps() || x > 1 || !call.inputs[x] || call.outputs.size() != 1) return false;
  const Argument &from = *call.inputs[x], &to = *call.outputs[0];
  return from.type == to.type && from.shape.count == to.shape.count && info(to.type).bits >= 8;
}

std::uint64_t operations_of(const Call& call) {
  if (call.op->operations != nullptr) return call.op->operations(call);
  std::uint64_t sum = 0;
  for (const std::optional<Argument>& output : call.outputs)
    if (output) sum = output->shape.count > UINT64_MAX - sum ? UINT64_MAX : sum + output->shape.count;
  return sum;
}

std::int64_t Integers::operator[](std::size_t i) const {
  const TensorView list{type_, {}, elements_, 0};
  return int_wrap(pattern_at(list, i), info(type_).bits);
}

const Argument& first_result(const Call& call) {
  return **std::ranges::find_if(call.outputs, [](const std::optional<Argument>& one) { return one.has_value(); });
}

std::string shapes_of(const Call& call) {
  constexpr std::size_t shown = 4;
  std::string text;
  const std::size_t count = call.inputs.size(), most = std::min(count, shown);
  for (std::size_t k = 0; k < most; ++k) {
    if (!call.inputs[k]) continue;
    text.append(text.empty() ? ": " : k + 1 == count ? " and " : ", ");
    text += formal_name(call.row->inputs, k) + " has shape " + to_string(call.inputs[k]->shape);
  }
  if (count > shown) text += " and so on";
  return call.op->name + text;
}

}  // namespace etalon::impl
