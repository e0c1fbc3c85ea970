// SPDX-License-Identifier: Apache-2.0
// Floor 8. See call_key.hpp.
#include "prove/call_key.hpp"

#include <cstring>

namespace etalon::impl::prove {
namespace {

void append(std::string& key, std::uint64_t number) { key += std::to_string(number) + ' '; }
void append_bytes(std::string& key, std::string_view bytes) {
  append(key, bytes.size());
  key += bytes;
}

void append(std::string& key, const std::optional<Argument>& argument) {
  append(key, argument ? static_cast<std::uint64_t>(argument->type) + 1 : 0);
  if (!argument) return;
  append(key, argument->shape.rank);
  for (unsigned k = 0; k < argument->shape.rank; ++k) append(key, argument->shape[k]);
}

// False where it cannot be said what the attribute is.
bool append(std::string& key, const AttributeValue& value) {
  append(key, value.index());
  if (std::holds_alternative<std::monostate>(value)) return true;
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    append(key, static_cast<std::uint64_t>(*number));
  } else if (const auto* real = std::get_if<float>(&value)) {
    append(key, std::bit_cast<std::uint32_t>(*real));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    append_bytes(key, *text);
  } else if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value)) {
    append(key, numbers->size());
    for (const std::int64_t one : *numbers) append(key, static_cast<std::uint64_t>(one));
  } else if (const auto* reals = std::get_if<std::vector<float>>(&value)) {
    append(key, reals->size());
    for (const float one : *reals) append(key, std::bit_cast<std::uint32_t>(one));
  } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    append(key, texts->size());
    for (const std::string& one : *texts) append_bytes(key, one);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::string call_key(const CheckedModel& model, const ModelValues& values, const NodeCall& node) {
  const Call& call = model.calls[node.node];
  const std::vector<std::uint32_t>& inputs = model.graph->nodes[node.node].inputs;
  std::string key = node.function->text;
  append_bytes(key, call.op->name);
  append(key, static_cast<std::uint64_t>(call.version));
  append(key, static_cast<std::uint64_t>(call.row->source));
  append(key, static_cast<std::uint64_t>(call.choices.integer_division));
  append(key, static_cast<std::uint64_t>(call.choices.accumulation));
  append(key, call.choices.strict ? 1 : 0);
  append(key, call.defaults_allowed ? 1 : 0);
  bool is_known = true;
  append(key, call.attributes.size());
  for (const AttributeValue& value : call.attributes) is_known = append(key, value) && is_known;
  const auto first_with = [&](std::uint32_t home) {
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      if (call.inputs[k] && values.home(inputs[k]) == home) return std::uint64_t{k};
    return std::uint64_t{UINT32_MAX};
  };
  append(key, call.inputs.size());
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    append(key, call.inputs[k]);
    if (!call.inputs[k]) continue;
    append(key, first_with(values.home(inputs[k])));
    const bool is_plain = formal_at(call.row->inputs, k)->use != Formal::Use::data;
    append(key, values[inputs[k]].is_constant() ? 1 : 0);
    if (is_plain && values[inputs[k]].is_constant()) append_bytes(key, bits_of(values[inputs[k]].constant));
  }
  append(key, call.outputs.size());
  for (const auto& output : call.outputs) append(key, output);
  append(key, call.known.size());
  for (const auto& known : call.known) append_bytes(key, known == nullptr ? std::string() : bits_of(known->view()));
  for (std::uint32_t p = 0; p < node.function->parameters; ++p) {
    const bool is_result = node.function->arrays[p].kind == Array::Kind::result;
    append(key, is_result ? node.arguments[p] : first_with(node.arguments[p]));
  }
  append_bytes(key, refusal_of(model, values, node.node));
  if (!is_known) append(key, node.node);
  return key;
}

}  // namespace etalon::impl::prove
