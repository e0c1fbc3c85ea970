// SPDX-License-Identifier: Apache-2.0
// Floor 6. See plan.hpp. An output is computed where the caller wants it, if no later step can fail; what comes before
// such a step waits in the arena and is copied at the end.
#include "run/plan.hpp"

#include <array>
#include <cstring>

#include "base/fp_environment.hpp"
#include "base/quote.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t max_operands = 8;  // of one node, so that run() needs no heap

Finding too_large(const std::string& what, std::uint64_t bytes, const Limits& limits) {
  return error(Code::limit, "FILE-ALL-LIMITS",
               what + " take " + std::to_string(bytes) + " bytes, and the limit is " +
                   std::to_string(std::min<std::uint64_t>(limits.arena_bytes, SIZE_MAX)),
               "make the model smaller, or run it in parts");
}

}  // namespace

Result<Plan> Plan::make(std::shared_ptr<const CheckedModel> model, KernelTable kernels, const Limits& limits) {
  Plan plan;
  plan.model_ = std::move(model);
  const Graph& graph = *plan.model_->graph;
  const std::vector<Call>& calls = plan.model_->calls;
  for (std::size_t n = 0; n < calls.size(); ++n) {
    const Call& call = calls[n];
    if (call.inputs.size() > max_operands || call.outputs.size() > max_operands)
      return error(Code::limit, "FILE-ALL-LIMITS", "node " + std::to_string(n) + " has more than 8 operands",
                   "split the node");
    const DType type = call.inputs[0].type;
    plan.steps_.push_back({kernels(call.op->id, type, false), kernels(call.op->id, type, true)});
  }
  plan.operations_ = operations_of(*plan.model_);
  if (graph.inputs.size() + graph.outputs.size() > limits.ports)
    return error(Code::limit, "FILE-ALL-LIMITS",
                 "there are more than " + std::to_string(limits.ports) + " inputs and outputs",
                 "run the model in parts");
  plan.places_.resize(graph.values.size());
  if (auto problem = plan.place_constants(limits)) return *std::move(problem);
  for (std::uint32_t value : graph.inputs) {
    // an input with a value of its own is that value where defaults are allowed: it is no input of the plan
    if (plan.places_[value].where == Place::Where::constant) continue;
    plan.places_[value] = {Place::Where::input, plan.inputs_.size()};
    plan.inputs_.push_back({graph.values[value].name, {*graph.values[value].type, *graph.values[value].shape}});
  }
  if (auto problem = plan.place_results()) return *std::move(problem);
  if (plan.arena_bytes_ > limits.arena_bytes || plan.arena_bytes_ > SIZE_MAX)
    return too_large("intermediate values", plan.arena_bytes_, limits);
  return plan;
}

std::optional<Finding> Plan::place_constants(const Limits& limits) {
  const Graph& graph = *model_->graph;
  std::vector<std::uint64_t> offsets;
  const auto bytes_of = [](const Constant& c) { return *stored_bytes(c.type, c.shape.count); };
  std::uint64_t room = 0;
  for (const Initializer& initializer : graph.initializers) {
    offsets.push_back(room);
    if (is_native(initializer.constant)) continue;
    const std::uint64_t bytes = bytes_of(initializer.constant);
    decoded_bytes_ += bytes;  // cannot overflow: held against the limit each time
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
    places_[value] = {Place::Where::constant, constants_.size()};
    constants_.push_back(where);
  }
  return std::nullopt;
}

std::optional<Finding> Plan::place_results() {
  const Graph& graph = *model_->graph;
  const std::vector<Call>& calls = model_->calls;
  constexpr std::uint32_t never = no_node;
  std::uint32_t last_fallible = 0;
  std::vector<std::uint32_t> last_use(graph.values.size(), never), output_of(graph.values.size(), never);
  for (std::uint32_t n = 0; n < calls.size(); ++n) {
    if (calls[n].op->can_fail(calls[n].inputs[0].type)) last_fallible = n;
    for (std::uint32_t value : graph.nodes[n].inputs) last_use[value] = n;
  }
  for (std::uint32_t k = 0; k < graph.outputs.size(); ++k) output_of[graph.outputs[k]] = k;

  Arena arena;
  std::vector<Argument> results(graph.values.size());
  for (std::uint32_t n = 0; n < calls.size(); ++n) {
    const Node& node = graph.nodes[n];
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      const std::uint32_t value = node.outputs[k];
      results[value] = calls[n].outputs[k];
      if (output_of[value] != never && n >= last_fallible) {
        places_[value] = {Place::Where::output, output_of[value]};
        continue;
      }
      const auto bytes = stored_bytes(results[value].type, results[value].shape.count);
      const auto offset = bytes ? arena.take(*bytes) : std::nullopt;
      if (!offset)
        return error(Code::limit, "FILE-ALL-LIMITS",
                     "value " + quoted(graph.values[value].name, 60) + " does not fit the memory of any machine",
                     "make the model smaller");
      places_[value] = {Place::Where::arena, *offset};
    }
    const auto release = [&](std::uint32_t value) {
      if (places_[value].where == Place::Where::arena && output_of[value] == never)
        arena.give(places_[value].at, *stored_bytes(results[value].type, results[value].shape.count));
    };
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const auto first = std::find(node.inputs.begin(), node.inputs.end(), node.inputs[k]);
      if (last_use[node.inputs[k]] == n && first == node.inputs.begin() + static_cast<std::ptrdiff_t>(k))
        release(node.inputs[k]);
    }
    for (std::uint32_t value : node.outputs)
      if (last_use[value] == never) release(value);
  }
  arena_bytes_ = arena.bytes();

  for (std::uint32_t k = 0; k < graph.outputs.size(); ++k) {
    const std::uint32_t value = graph.outputs[k];
    const Place& place = places_[value];
    Argument argument = results[value];
    if (place.where == Place::Where::input) argument = inputs_[static_cast<std::size_t>(place.at)].argument;
    if (place.where == Place::Where::constant) {
      const Constant& constant = graph.initializers[static_cast<std::size_t>(place.at)].constant;
      argument = {constant.type, constant.shape};
    }
    outputs_.push_back({graph.values[value].name, argument});
    if (place.where == Place::Where::output) continue;
    copies_.push_back({value, k});
    if (place.where == Place::Where::arena) staged_bytes_ += *stored_bytes(argument.type, argument.shape.count);
  }
  return std::nullopt;
}

TensorView Plan::view(std::uint32_t value, const Argument& argument, const Buffers& buffers,
                      std::span<std::byte> arena) const {
  const Place& place = places_[value];
  const auto at = static_cast<std::size_t>(place.at);
  const void* data = nullptr;
  switch (place.where) {
    case Place::Where::input:
      data = buffers.input(at).data;
      break;
    case Place::Where::output:
      data = buffers.output(at).data;
      break;
    case Place::Where::constant:
      data = constants_[at];
      break;
    default:
      data = arena.data() + at;
  }
  return {argument.type, argument.shape, data, *stored_bytes(argument.type, argument.shape.count)};
}

Status Plan::check_buffers(const Buffers& buffers, std::span<std::byte> arena) const {
  const Status refused{Code::usage, "API-ALL-BUFFERS"}, shared{Code::usage, "API-ALL-OVERLAP"};
  if (buffers.input_count() != inputs_.size() || buffers.output_count() != outputs_.size()) return refused;
  if (arena.size() < arena_bytes_ || reinterpret_cast<std::uintptr_t>(arena.data()) % Arena::alignment != 0)
    return refused;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const TensorView input = buffers.input(i);
    if (!matches(input, inputs_[i].argument)) return refused;
    if (overlap(input.data, input.bytes, arena.data(), arena.size())) return shared;
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    const MutableTensorView output = buffers.output(k);
    if (!matches(output, outputs_[k].argument)) return refused;
    if (overlap(output.data, output.bytes, arena.data(), arena.size())) return shared;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (overlap(output.data, output.bytes, buffers.input(i).data, buffers.input(i).bytes)) return shared;
    for (std::size_t other = 0; other < k; ++other)
      if (overlap(output.data, output.bytes, buffers.output(other).data, buffers.output(other).bytes)) return shared;
  }
  return {};
}

Status Plan::run(const Buffers& buffers, std::span<std::byte> arena, EventSink* events) const {
  if (const Status status = check_buffers(buffers, arena); !status.ok()) return status;
  const FpGuard guard;
  for (std::size_t n = 0; n < steps_.size(); ++n) {
    const Node& node = model_->graph->nodes[n];
    const Call& call = model_->calls[n];
    std::array<TensorView, max_operands> in{};
    std::array<MutableTensorView, max_operands> out{};
    for (std::size_t k = 0; k < call.inputs.size(); ++k) in[k] = view(node.inputs[k], call.inputs[k], buffers, arena);
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      const TensorView result = view(node.outputs[k], call.outputs[k], buffers, arena);
      // the place is the arena or an output, both given to be written to
      out[k] = {result.type, result.shape, const_cast<void*>(result.data), result.bytes};
    }
    const std::span<const TensorView> inputs(in.data(), call.inputs.size());
    const std::span<const MutableTensorView> outputs(out.data(), call.outputs.size());
    Events counted;
    Status status = events == nullptr ? steps_[n].plain(call, inputs, outputs, nullptr)
                                      : steps_[n].counting(call, inputs, outputs, &counted);
    if (!status.ok()) {
      status.node = static_cast<std::uint32_t>(n);
      return status;
    }
    if (events != nullptr) events->take(n, counted);
  }
  for (const Copy& copy : copies_) {
    const MutableTensorView to = buffers.output(copy.output);
    if (to.bytes > 0)
      std::memcpy(to.data, view(copy.value, outputs_[copy.output].argument, buffers, arena).data,
                  static_cast<std::size_t>(to.bytes));
  }
  return {};
}

}  // namespace etalon::impl
