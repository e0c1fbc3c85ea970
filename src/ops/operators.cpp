// SPDX-License-Identifier: Apache-2.0
// Floor 4. The table of operators, from operators.def.
#include "ops/call.hpp"

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
  for (const Operator* op : operators())
    if (op->name == name) return op;
  return nullptr;
}

bool Operator::gives_notice(DType type) const {
  for (const Notice& notice : notices)
    if (notice.types.contains(type)) return true;
  return false;
}

bool can_fail(const Call& call) {
  for (const Precondition& precondition : call.row->preconditions)
    if (precondition.types.contains(call.inputs[0].type) && (call.choices.strict || !precondition.has_result))
      return true;
  return false;
}

std::uint64_t operations_of(const Call& call) {
  return call.op->operations != nullptr ? call.op->operations(call) : call.outputs[0].shape.count;
}

std::string shapes_of(const Site& site) {
  return std::string(site.op.name) + ": A has shape " + to_string(site.inputs[0].shape) + " and B has shape " +
         to_string(site.inputs[1].shape);
}

std::optional<std::int64_t> integer_attribute(std::span<const Attribute> attributes, std::string_view name) {
  for (const Attribute& attribute : attributes)
    if (attribute.name == name) return std::get<std::int64_t>(attribute.value);
  return std::nullopt;
}

}  // namespace etalon::impl
