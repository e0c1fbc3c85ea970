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

Finding too_large(const std::string& what, std::uint64_t bytes, const Limits& limits) {
  return error(Code::limit, "FILE-ALL-LIMITS",
               what + " take " + std::to_string(bytes) + " bytes, and the limit is " +
                   std::to_string(std::min<std::uint64_t>(limits.arena_bytes, SIZE_MAX)),
               "make the model smaller, or run it in parts");
}

}  // namespace

Result<Plan> Plan::make(std::shared_ptr<const CheckedModel> model, KernelTable kernels, const Limits& limits,
                        unsigned tasks) {
  Plan plan;
  plan.tasks_ = tasks;
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
    Step& step = steps_[n];
    step.scratch_bytes =
        std::max(step.plain.scratch_for(calls[n], tasks_), step.counting.scratch_for(calls[n], tasks_));
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
    const auto scratch = arena.take(step.scratch_bytes);
    if (!scratch) return too_large("intermediate values and scratch", UINT64_MAX, Limits{});
    step.scratch_at = *scratch;
    arena.give(*scratch, step.scratch_bytes);
    step.operands = operands_.size();
    for (const std::uint32_t value : node.inputs) operands_.push_back(places_[value]);
    for (const std::uint32_t value : node.outputs) operands_.push_back(places_[value]);
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

const void* Plan::pointer(const Place& place, const Buffers& buffers, std::span<std::byte> arena) const {
  const auto at = static_cast<std::size_t>(place.at);
  switch (place.where) {
    case Place::Where::input:
      return buffers.input(at).data;
    case Place::Where::output:
      return buffers.output(at).data;
    case Place::Where::constant:
      return constants_[at];
    default:
      return arena.data() + at;
  }
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

Status Plan::run(const Buffers& buffers, std::span<std::byte> arena, EventSink* events, Team* team) const {
  if (const Status status = check_buffers(buffers, arena); !status.ok()) return status;
  const FpGuard guard;
  Work work;
  work.team = team;
  work.tasks = team == nullptr ? 1 : std::min(tasks_, team->size());
  for (std::size_t n = 0; n < steps_.size(); ++n) {
    const Step& step = steps_[n];
    const Call& call = model_->calls[n];
    std::array<const void*, max_operands> in;
    std::array<void*, max_operands> out;
    const Place* place = &operands_[step.operands];
    for (std::size_t k = 0; k < call.inputs.size(); ++k) in[k] = pointer(*place++, buffers, arena);
    for (std::size_t k = 0; k < call.outputs.size(); ++k)
      // the place is the arena or an output, both given to be written to
      out[k] = const_cast<void*>(pointer(*place++, buffers, arena));
    work.scratch =
        arena.subspan(static_cast<std::size_t>(step.scratch_at), static_cast<std::size_t>(step.scratch_bytes));
    const bool counting = events != nullptr && events->wants(n);
    Events counted;
    work.events = counting ? &counted : nullptr;
    const Kernel& kernel = counting ? step.counting : step.plain;
    Status status = kernel.compute(call, {in.data(), call.inputs.size()}, {out.data(), call.outputs.size()}, work);
    if (!status.ok()) {
      status.node = static_cast<std::uint32_t>(n);
      return status;
    }
    if (counting) events->take(n, counted);
  }
  for (const Copy& copy : copies_) {
    const MutableTensorView to = buffers.output(copy.output);
    if (to.bytes > 0)
      std::memcpy(to.data, pointer(places_[copy.value], buffers, arena), static_cast<std::size_t>(to.bytes));
  }
  return {};
}

}  // namespace etalon::impl
