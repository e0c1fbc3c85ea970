// SPDX-License-Identifier: Apache-2.0
// Floor 6. See plan.hpp. An output is computed directly in the caller's buffer if no later step can fail. Otherwise it
// waits in the arena and is copied at the end.
#include "run/plan.hpp"

#include <algorithm>

#include "base/fp_environment.hpp"
#include "base/quote.hpp"
#include "ops/precondition.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t few_operands = 16;  // of a node, whose addresses lie on the stack

}  // namespace

Result<Plan> Plan::make(std::shared_ptr<const CheckedModel> model, KernelTable kernels, const Limits& limits,
                        unsigned tasks) {
  Plan plan;
  plan.tasks_ = tasks;
  plan.model_ = std::move(model);
  const Graph& graph = *plan.model_->graph;
  const std::vector<Call>& calls = plan.model_->calls;
  for (const Call& call : calls)
    plan.steps_.push_back({kernels(call, false), kernels(call, true), static_cast<std::uint32_t>(call.inputs.size()),
                           static_cast<std::uint32_t>(call.outputs.size())});
  plan.operations_ = operations_of(*plan.model_);
  if (graph.inputs.size() + graph.outputs.size() > limits.ports)
    return error(Code::limit, "FILE-ALL-LIMITS",
                 "there are more than " + std::to_string(limits.ports) + " inputs and outputs",
                 "run the model in parts");
  std::vector<Place> places(graph.values.size());
  if (auto problem = plan.place_constants(limits, places)) return *std::move(problem);
  plan.make_constants(limits, places);
  for (std::uint32_t value : graph.inputs) {
    // an input with a value of its own is that value where defaults are allowed: it is no input of the plan
    if (places[value].region == Place::constant) continue;
    places[value] = {static_cast<std::uint32_t>(plan.inputs_.size()), 0};
    plan.inputs_.push_back({graph.values[value].name, {*graph.values[value].type, *graph.values[value].shape}});
  }
  if (auto problem = plan.place_results(places)) return *std::move(problem);
  if (plan.arena_bytes_ > limits.arena_bytes || plan.arena_bytes_ > SIZE_MAX)
    return too_large("intermediate values", plan.arena_bytes_, limits);
  if (auto problem = plan.pack_constants(limits)) return *std::move(problem);
  return plan;
}

// For each value the one whose memory it has: itself, or where a node moves nothing, that of the node's operand. An
// output of the graph has its own memory.
std::vector<std::uint32_t> Plan::find_aliases() const {
  const Graph& graph = *model_->graph;
  std::vector<std::uint32_t> home(graph.values.size());
  std::vector<bool> is_output(graph.values.size());
  for (std::uint32_t i = 0; i < home.size(); ++i) home[i] = i;
  for (const std::uint32_t value : graph.outputs) is_output[value] = true;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    if (keeps_everything(model_->calls[n]))
      if (const std::uint32_t result = graph.nodes[n].outputs[0]; !is_output[result])
        home[result] = home[graph.nodes[n].inputs[0]];
  return home;
}

std::optional<Finding> Plan::place_results(std::vector<Place>& places) {
  const Graph& graph = *model_->graph;
  const std::vector<Call>& calls = model_->calls;
  constexpr std::uint32_t never = no_node;
  const auto first_output = static_cast<std::uint32_t>(inputs_.size()),
             arena_region = first_output + static_cast<std::uint32_t>(graph.outputs.size());
  const std::vector<std::uint32_t> home = find_aliases();
  const auto omitted = [&](std::uint32_t value) { return graph.values[value].name.empty(); };
  std::uint32_t last_fallible = 0;
  std::vector<std::uint32_t> last_use(graph.values.size(), never), output_of(graph.values.size(), never);
  for (std::uint32_t n = 0; n < calls.size(); ++n) {
    if (can_fail(calls[n])) last_fallible = n;
    for (const std::uint32_t value : graph.nodes[n].outputs) last_use[home[value]] = n;  // where nothing uses it
    for (const std::uint32_t value : graph.nodes[n].inputs) last_use[home[value]] = n;
  }
  for (std::uint32_t k = 0; k < graph.outputs.size(); ++k) output_of[graph.outputs[k]] = k;

  Arena arena;  // a place in it is the number of a block, until the offsets are settled
  std::vector<Argument> arguments(graph.values.size());
  for (const auto& [value, constant] : graph.initializers) arguments[value] = {constant.type, constant.shape};
  for (const std::uint32_t value : graph.inputs)
    if (places[value].region != Place::constant) arguments[value] = inputs_[places[value].region].argument;
  std::uint64_t most_operands = 0, most_scratch = 0;
  // The operand that step n is the last to use, in the arena, whose memory its result may take over.
  const auto replaceable = [&](std::uint32_t n) {
    const std::vector<std::uint32_t>& inputs = graph.nodes[n].inputs;
    for (std::uint32_t x = 0; x < inputs.size() && x < 2; ++x) {
      const std::uint32_t own = home[inputs[x]];
      const auto is_own = [&](std::uint32_t value) { return home[value] == own; };
      if (result_may_replace(calls[n], x) && last_use[own] == n && places[own].region == arena_region &&
          output_of[own] == never &&
          std::none_of(inputs.begin() + std::min<std::ptrdiff_t>(2, std::ssize(inputs)), inputs.end(), is_own))
        return own;
    }
    return never;
  };
  for (std::uint32_t n = 0; n < calls.size(); ++n) {
    const Node& node = graph.nodes[n];
    Step& step = steps_[n];
    most_operands = std::max<std::uint64_t>(most_operands, node.inputs.size() + node.outputs.size());
    if (!node.outputs.empty() && home[node.outputs[0]] != node.outputs[0]) step.plain = step.counting = {};
    step.scratch_bytes =
        std::max(step.plain.scratch_for(calls[n], tasks_), step.counting.scratch_for(calls[n], tasks_));
    if (calls[n].op->state != nullptr) step.scratch_bytes = std::max(step.scratch_bytes, calls[n].op->state(calls[n]));
    most_scratch = std::max(most_scratch, step.scratch_bytes);
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      const std::uint32_t value = node.outputs[k];
      if (omitted(value)) continue;
      arguments[value] = *calls[n].outputs[k];
      if (places[value].region == Place::constant) continue;
      if (home[value] != value) {
        places[value] = places[home[value]];
        continue;
      }
      if (output_of[value] != never && n >= last_fallible) {
        places[value] = {first_output + output_of[value], 0};
        continue;
      }
      if (const std::uint32_t own = replaceable(n); own != never) {
        places[value] = places[own];
        last_use[own] = never;  // what is there belongs to the result
        continue;
      }
      const auto bytes = stored_bytes(arguments[value].type, arguments[value].shape.count);
      const auto block = bytes ? arena.take(*bytes) : std::nullopt;
      if (!block)
        return error(Code::limit, "FILE-ALL-LIMITS",
                     "value " + quoted(graph.values[value].name, 60) + " does not fit the memory of any machine",
                     "make the model smaller");
      places[value] = {arena_region, *block};
    }
    step.operands = operands_.size();
    for (const std::uint32_t value : node.inputs) operands_.push_back(omitted(value) ? Place{} : places[value]);
    for (const std::uint32_t value : node.outputs) operands_.push_back(omitted(value) ? Place{} : places[value]);
    const auto release = [&](std::uint32_t value) {
      const std::uint32_t own = home[value];
      if (omitted(value) || last_use[own] != n || places[own].region != arena_region || output_of[own] != never) return;
      arena.give(static_cast<std::size_t>(places[own].at));
      last_use[own] = never;  // released
    };
    for (const std::uint32_t value : node.inputs) release(value);
    for (const std::uint32_t value : node.outputs) release(value);
  }
  arena.settle();
  for (std::vector<Place>* list : {&places, &operands_})
    for (Place& place : *list)
      if (place.region == arena_region) place.at = arena.offset(static_cast<std::size_t>(place.at));
  value_bytes_ = arena.bytes();
  live_bytes_ = arena.most();
  const auto addresses = arena.append(most_operands > few_operands ? most_operands * sizeof(void*) : 0);
  const auto scratch = arena.append(most_scratch);
  if (!addresses || !scratch) return too_large("intermediate values and scratch", UINT64_MAX, Limits{});
  addresses_at_ = *addresses;
  scratch_at_ = *scratch;
  arena_bytes_ = arena.bytes();

  for (std::uint32_t k = 0; k < graph.outputs.size(); ++k) {
    const std::uint32_t value = graph.outputs[k];
    const Place& place = places[value];
    const Argument& argument = arguments[value];
    outputs_.push_back({graph.values[value].name, argument});
    if (place.region == first_output + k) continue;
    copies_.push_back({place, k});
    if (place.region == arena_region) staged_bytes_ += *stored_bytes(argument.type, argument.shape.count);
  }
  return std::nullopt;
}

// The memory that a run works in. If there are few buffers, their addresses are kept: finding them costs as much as a
// small node.
class Plan::Regions {
 public:
  Regions(const Buffers& buffers, std::size_t inputs, std::size_t outputs, std::span<std::byte> arena)
      : buffers_(buffers), arena_{arena.data(), arena.size()}, inputs_(inputs), arena_region_(inputs + outputs) {}

  std::span<Extent> room() { return {kept_, few}; }  // for the buffers; to be filled first

  // What is written (the outputs, the arena) shares no byte with anything else.
  Status apart() const {
    return kept() ? apart([this](std::size_t i) { return kept_[i]; })
                  : apart([this](std::size_t i) { return found(i); });
  }

  const void* operator[](const Place& place) const {
    if (place.region >= Place::constant) return place.address;  // null of what is omitted
    const Extent region = place.region == arena_region_ ? arena_ : kept() ? kept_[place.region] : found(place.region);
    return static_cast<const std::byte*>(region.data) + place.at;
  }

 private:
  static constexpr std::size_t few = 8;

  bool kept() const { return arena_region_ <= few; }
  Extent found(std::size_t i) const { return i < inputs_ ? buffers_.input(i) : buffers_.output(i - inputs_); }

  template <class Region> Status apart(Region region) const {
    for (std::size_t i = 0; i < arena_region_ && arena_.bytes > 0; ++i)
      if (overlap(region(i), arena_)) return refused_for("API-ALL-OVERLAP", arena_region_);
    for (std::size_t output = inputs_; output < arena_region_; ++output)
      for (std::size_t other = 0; other < output; ++other)
        if (overlap(region(output), region(other))) return refused_for("API-ALL-OVERLAP", output);
    return {};
  }

  const Buffers& buffers_;
  const Extent arena_;
  const std::size_t inputs_, arena_region_;
  Extent kept_[few];
};

// A broken precondition that leaves no result is reported by the kernel, which must check every element anyway.
Status Plan::preconditions(std::size_t n, Inputs inputs, EventSink* events) const {
  const Call& call = model_->calls[n];
  const bool strict = call.choices.strict;
  if (!strict && (events == nullptr || !events->wants_breaches())) return {};
  for (const Precondition& precondition : call.row->preconditions) {
    if (!precondition.has_result) continue;
    const Events::Tally tally = breach(precondition, call, inputs[precondition.operand]);
    if (tally.count == 0) continue;
    if (strict) return {Code::condition, precondition.rule, static_cast<std::uint32_t>(n), tally.first, tally.count};
    events->take_breach(n, precondition, tally);
  }
  return {};
}

Status Plan::run(const Buffers& buffers, std::span<std::byte> arena, EventSink* events, Team* team) const {
  if (arena.size() < arena_bytes_ || reinterpret_cast<std::uintptr_t>(arena.data()) % Arena::alignment != 0)
    return refused_for("API-ALL-BUFFERS", inputs_.size() + outputs_.size());
  arena = arena.first(static_cast<std::size_t>(arena_bytes_));
  Regions regions(buffers, inputs_.size(), outputs_.size(), arena);
  if (const Status status = buffers.match(inputs_, outputs_, regions.room()); !status.ok()) return status;
  if (const Status status = regions.apart(); !status.ok()) return status;
  const FpGuard guard;
  const void* few[few_operands];
  const auto addresses = [&](std::size_t count) {
    return count <= few_operands
               ? few
               : reinterpret_cast<const void**>(arena.data() + static_cast<std::size_t>(addresses_at_));
  };
  Work work;
  work.team = team;
  work.tasks = team == nullptr ? 1 : std::min(tasks_, team->size());
  for (std::size_t n = 0; n < steps_.size(); ++n) {
    const Step& step = steps_[n];
    if (step.made) {
      if (events != nullptr) events->done(n);
      continue;
    }
    const Call& call = model_->calls[n];
    const Place* place = &operands_[step.operands];
    const void** const in = addresses(step.inputs + step.outputs);
    for (std::uint32_t k = 0; k < step.inputs; ++k) in[k] = regions[*place++];
    // the place is the arena or an output, both given to be written to
    void** const out = const_cast<void**>(in + step.inputs);
    for (std::uint32_t k = 0; k < step.outputs; ++k) out[k] = const_cast<void*>(regions[*place++]);
    if (const Status broken = preconditions(n, {in, step.inputs}, events); !broken.ok()) return broken;
    work.scratch = arena.subspan(static_cast<std::size_t>(scratch_at_), static_cast<std::size_t>(step.scratch_bytes));
    if (step.plain.compute == nullptr) {  // the result is there already
      if (events != nullptr) events->done(n);
      continue;
    }
    const bool counting = events != nullptr && events->wants(n);
    work.events = nullptr;
    if (counting) *(work.events = &events->tally) = {};
    const Kernel& kernel = counting ? step.counting : step.plain;
    work.packed = counting ? nullptr : step.packed;
    Status status = kernel.compute(call, {in, step.inputs}, {out, step.outputs}, work);
    if (!status.ok()) {
      status.node = static_cast<std::uint32_t>(n);
      return status;
    }
    if (counting) events->take(n, *work.events);
    if (events != nullptr) events->done(n);
  }
  for (const Copy& copy : copies_)
    if (const Extent to = buffers.output(copy.output); to.bytes > 0)
      copy_elements(outputs_[copy.output].argument.type, const_cast<void*>(to.data), regions[copy.from],
                    static_cast<std::size_t>(to.bytes));
  return {};
}

}  // namespace etalon::impl
