// SPDX-License-Identifier: Apache-2.0
// Floor 6. See plan.hpp: the constants of a plan. Some lie in the model's bytes, some are decoded, some are results of
// nodes that only move constants, and kernels pack some.
#include <algorithm>
#include <memory>

#include "base/fp_environment.hpp"
#include "ops/family/move.hpp"
#include "ops/reference.hpp"
#include "ops/type_sets.hpp"
#include "run/plan.hpp"

namespace etalon::impl {
namespace {

// Whether the results of a node are the same in every run if its operands are, and no event can happen: it moves
// elements, or the call says what the elements are.
bool is_settled(const Call& call) {
  if (can_fail(call) || !call.row->preconditions.empty()) return false;
  if (call.op->moves() || call.inputs.empty()) return true;
  return call.op->writes() && !types::all_floats.contains(call.outputs[0]->type);
}

// The tensor of an attribute, where a kernel can read it as it lies in the model's bytes.
const Constant* given_by(const Call& call) {
  for (const AttributeValue& value : call.attributes)
    if (const auto* constant = std::get_if<Constant>(&value); constant != nullptr && is_native(*constant))
      return constant;
  return nullptr;
}

}  // namespace

Finding Plan::too_large(const std::string& what, std::uint64_t bytes, const Limits& limits) {
  return error(Code::limit, "FILE-ALL-LIMITS",
               what + " take " + std::to_string(bytes) + " bytes, and the limit is " +
                   std::to_string(std::min<std::uint64_t>(limits.arena_bytes, SIZE_MAX)),
               "make the model smaller, or run it in parts");
}

std::optional<Finding> Plan::place_constants(const Limits& limits, std::vector<ValuePlace>& places) {
  const Graph& graph = *model_->graph;
  std::vector<std::uint64_t> offsets;
  const auto bytes_of = [](const Constant& c) { return *stored_bytes(c.type, c.shape.count); };
  std::uint64_t room = 0;
  for (const Initializer& initializer : graph.initializers) {
    offsets.push_back(room);
    if (is_native(initializer.constant)) continue;
    const std::uint64_t bytes = bytes_of(initializer.constant);
    decoded_bytes_ += bytes;  // cannot overflow: checked against the limit each time
    room += (bytes + 7) / 8 * 8;
    if (room > limits.arena_bytes || room > SIZE_MAX) return too_large("decoded constants", room, limits);
  }
  decoded_.resize(static_cast<std::size_t>(room));
  for (std::size_t i = 0; i < graph.initializers.size(); ++i) {
    const auto& [value, constant] = graph.initializers[i];
    const void* where = constant.bytes.data();
    if (!is_native(constant)) {
      where = decoded_.data() + offsets[i];
      decode(constant, {constant.type, constant.shape, decoded_.data() + offsets[i], bytes_of(constant)});
    }
    places[value] = {ValuePlace::constant, 0, where};
  }
  return std::nullopt;
}

// A result that is larger than its operands, and not small, is left to the runs: it would take memory all the time.
void Plan::make_constants(const Limits& limits, std::vector<ValuePlace>& places) {
  constexpr std::uint64_t small = 4096;
  constexpr std::size_t none = SIZE_MAX;
  const Graph& graph = *model_->graph;
  const std::uint64_t limit = std::min<std::uint64_t>(limits.arena_bytes, SIZE_MAX);
  std::vector<std::size_t> holder(graph.values.size(), none);  // which of made_ a value lies in
  // The bytes of all operands or results; nothing where there are more than the limit.
  const auto bytes_of = [&](std::span<const std::optional<Argument>> arguments) -> std::optional<std::uint64_t> {
    std::uint64_t sum = 0;
    for (const std::optional<Argument>& it : arguments) {
      const auto bytes = it ? stored_bytes(it->type, it->shape.count) : 0;
      if (!bytes || *bytes > limit - sum) return std::nullopt;
      sum += *bytes;
    }
    return sum;
  };
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    const Call& call = model_->calls[n];
    const bool reads = !call.op->writes();  // its operands
    if (!is_settled(call)) continue;
    std::vector<const void*> inputs;
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      if (!reads || !call.inputs[k])
        inputs.push_back(nullptr);
      else if (places[node.inputs[k]].region == ValuePlace::constant)
        inputs.push_back(places[node.inputs[k]].address);
    if (inputs.size() != call.inputs.size()) continue;
    if (const Constant* tensor = call.inputs.empty() ? given_by(call) : nullptr) {
      places[node.outputs[0]] = {ValuePlace::constant, 0, tensor->bytes.data()};
    } else if (keeps_everything(call)) {
      places[node.outputs[0]] = places[node.inputs[0]];
      holder[node.outputs[0]] = holder[node.inputs[0]];
    } else {
      const auto taken = bytes_of(call.outputs), given = reads ? bytes_of(call.inputs) : 0;
      if (!taken || decoded_bytes_ > limit - *taken) continue;
      if (!call.inputs.empty() && *taken > std::max(given.value_or(0), small)) continue;
      std::vector<void*> outputs;
      for (std::size_t k = 0; k < call.outputs.size(); ++k) {
        outputs.push_back(nullptr);
        if (!call.outputs[k]) continue;
        const Argument& is = *call.outputs[k];
        holder[node.outputs[k]] = made_.size();
        made_.emplace_back(static_cast<std::size_t>(*stored_bytes(is.type, is.shape.count)));
        outputs.back() = made_.back().data();
        places[node.outputs[k]] = {ValuePlace::constant, 0, made_.back().data()};
      }
      reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, {});  // which cannot fail
      decoded_bytes_ += *taken;
    }
    steps_[n].made = true;
    steps_[n].plain = steps_[n].counting = {};
  }
  // What only such nodes have read is not needed any more.
  std::vector<bool> needed(made_.size());
  const auto need = [&](std::uint32_t value) {
    if (holder[value] != none) needed[holder[value]] = true;
  };
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (!steps_[n].made) std::ranges::for_each(graph.nodes[n].inputs, need);
  std::ranges::for_each(graph.outputs, need);
  for (std::size_t i = 0; i < made_.size(); ++i) {
    if (needed[i]) continue;
    decoded_bytes_ -= made_[i].size();
    made_[i] = {};
  }
}

std::optional<Finding> Plan::pack_constants(const Limits& limits) {
  std::vector<const void*> constants;
  const auto constants_of = [&](const Step& step) {
    constants.clear();
    for (std::uint32_t k = 0; k < step.inputs; ++k) {
      const ValuePlace& place = operands_[step.operands + k];
      constants.push_back(place.region == ValuePlace::constant ? place.address : nullptr);
    }
    return Inputs(constants);
  };
  std::vector<std::uint64_t> offsets;
  for (std::size_t n = 0; n < steps_.size(); ++n) {
    offsets.push_back(packed_bytes_);
    const std::uint64_t bytes = steps_[n].plain.packed_for(model_->calls[n], constants_of(steps_[n]));
    const std::uint64_t most = std::min<std::uint64_t>(limits.arena_bytes, SIZE_MAX / 2);  // so that no sum overflows
    if (bytes > most || (packed_bytes_ += aligned_size(bytes)) > most)
      return too_large("packed constants", std::max(bytes, packed_bytes_), limits);
  }
  offsets.push_back(packed_bytes_);
  if (packed_bytes_ == 0) return std::nullopt;
  packed_ = AlignedBytes(packed_bytes_);
  std::byte* const memory = packed_.span().data();
  const FpGuard guard;
  for (std::size_t n = 0; n < steps_.size(); ++n) {
    if (offsets[n] == offsets[n + 1]) continue;
    std::byte* const packed = memory + static_cast<std::size_t>(offsets[n]);
    steps_[n].plain.pack(model_->calls[n], constants_of(steps_[n]), packed);
    steps_[n].packed = packed;
  }
  return std::nullopt;
}

}  // namespace etalon::impl
