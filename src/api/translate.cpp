// SPDX-License-Identifier: Apache-2.0
// Floor 10. See translate.hpp.
#include "api/translate.hpp"

#include <algorithm>
#include <cstring>

#include "ops/call.hpp"
#include "tensor/constant.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {

Result<Argument> argument_of(const etalon_tensor_type& given) {
  const DTypeInfo* type = find_onnx_dtype(given.type);
  if (type == nullptr) return misuse("unknown element type " + std::to_string(given.type), "use an etalon_type");
  if (given.rank > ETALON_MAX_RANK) return misuse("rank " + std::to_string(given.rank), "the rank is at most 8");
  const auto shape = Shape::of({given.dims, given.rank});
  if (!shape) return misuse("the number of elements does not fit 64 bits", "give a smaller shape");
  return Argument{type->id, *shape};
}

Result<std::shared_ptr<const Tensor>> value_of(const etalon_operand& operand, const Argument& argument) {
  if (operand.value == nullptr) {
    if (operand.value_bytes > 0) return misuse("a value is NULL but has bytes", "give the elements");
    return std::shared_ptr<const Tensor>();
  }
  const auto bytes = stored_bytes(argument.type, argument.shape.count);
  if (!bytes || *bytes != operand.value_bytes)
    return misuse("a value has " + std::to_string(operand.value_bytes) + " bytes",
                  "its type and shape need " + (bytes ? std::to_string(*bytes) : "more than there can be"));
  const auto tensor = std::make_shared<Tensor>(argument.type, argument.shape);
  if (operand.value_bytes > 0) std::memcpy(tensor->data(), operand.value, operand.value_bytes);
  return std::shared_ptr<const Tensor>(tensor);
}

Result<Constant> constant_of(const etalon_operand& operand, std::vector<std::vector<std::byte>>& kept) {
  const Result<Argument> argument = argument_of(operand.type);
  if (!argument) return argument.finding();
  const Result<std::shared_ptr<const Tensor>> value = value_of(operand, *argument);
  if (!value) return value.finding();
  if (*value == nullptr) return misuse("a tensor has no value", "give its elements");
  std::vector<std::byte> bytes;
  give_little_endian((*value)->view(),
                     [&](std::span<const std::byte> some) { bytes.insert(bytes.end(), some.begin(), some.end()); });
  kept.push_back(std::move(bytes));
  const Constant constant{argument->type, argument->shape, Constant::Encoding::little_endian, kept.back()};
  if (const auto problem = check_constant(constant, 0)) return misuse(problem->message, problem->hint);
  return constant;
}

etalon_port port_of(const char* name, const Argument& argument) {
  etalon_port port{};
  port.name = name;
  port.type.type = info(argument.type).onnx;
  port.type.rank = argument.shape.rank;
  std::copy_n(argument.shape.dims.begin(), argument.shape.rank, port.type.dims);
  port.has_shape = 1;
  port.bytes = stored_bytes(argument.type, argument.shape.count).value_or(0);
  return port;
}

void copy_events(const Events& counted, etalon_events& events) {
  for (unsigned kind = 0; kind < EVENT_KINDS; ++kind) {
    events.count[kind] = counted.of[kind].count;
    events.first[kind] = counted.of[kind].first;
  }
}

etalon_finding finding_of(const Finding& finding) {
  etalon_finding it{};
  it.severity = static_cast<std::int32_t>(finding.severity);
  it.code = static_cast<std::int32_t>(finding.status.code);
  it.rule = finding.status.rule;
  it.node = finding.status.node;
  it.offset = finding.offset.value_or(0);
  it.value = finding.value.c_str();
  it.message = finding.message.c_str();
  it.hint = finding.hint.c_str();
  it.fix = finding.fix.c_str();
  return it;
}

void Notices::tell(std::size_t node, const Call& call, const Events& events) const {
  for (const Notice& it : call.op->notices)
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind)
      if (it.event == 1u << kind && events.of[kind].count > 0) {
        const etalon_notice notice{static_cast<std::uint32_t>(node),
                                   it.rule,
                                   it.message,
                                   it.hint,
                                   events.of[kind].first,
                                   events.of[kind].count};
        notice_(context_, &notice);
      }
}

void Notices::tell(std::size_t node, const Precondition& precondition, const Events::Tally& broken) const {
  const etalon_notice notice{static_cast<std::uint32_t>(node),
                             precondition.rule,
                             precondition.message,
                             precondition.hint,
                             broken.first,
                             broken.count};
  notice_(context_, &notice);
}

}  // namespace etalon::impl
