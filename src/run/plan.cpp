// SPDX-License-Identifier: Apache-2.0
// Floor 6. See plan.hpp. An output that was not computed in the caller's buffer is copied there at the end.
#include "run/plan.hpp"

#include <algorithm>

#include "base/fp_environment.hpp"
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
    plan.steps_.push_back({kernels(call, CountEvents::no), kernels(call, CountEvents::yes),
                           static_cast<std::uint32_t>(call.inputs.size()),
                           static_cast<std::uint32_t>(call.outputs.size())});
  plan.operations_ = operations_of(*plan.model_);
  if (graph.inputs.size() + graph.outputs.size() > limits.ports)
    return error(Code::limit, "FILE-ALL-LIMITS",
                 "there are more than " + std::to_string(limits.ports) + " inputs and outputs",
                 "run the model in parts");
  std::vector<ValuePlace> places(graph.values.size());
  if (auto problem = plan.place_constants(limits, places)) return *std::move(problem);
  plan.make_constants(limits, places);
  plan.name_constants(places);
  for (std::uint32_t value : graph.inputs) {
    // an input with a value of its own is that value where defaults are allowed: it is no input of the plan
    if (places[value].region == ValuePlace::constant) continue;
    places[value] = {static_cast<std::uint32_t>(plan.inputs_.size()), 0};
    plan.inputs_.push_back({graph.values[value].name, {*graph.values[value].type, *graph.values[value].shape}});
  }
  if (auto problem = plan.place_results(std::move(places))) return *std::move(problem);
  if (plan.arena_bytes_ > limits.arena_bytes || plan.arena_bytes_ > SIZE_MAX)
    return too_large("intermediate values", plan.arena_bytes_, limits);
  if (auto problem = plan.pack_constants(limits)) return *std::move(problem);
  return plan;
}

void Plan::name_constants(std::span<const ValuePlace> places) {
  const Graph& graph = *model_->graph;
  constants_.assign(places.size(), no_tensor);
  const auto name = [&](std::uint32_t value, const Argument& is) {
    if (places[value].region == ValuePlace::constant)
      constants_[value] = {is.type, is.shape, places[value].address, *stored_bytes(is.type, is.shape.count)};
  };
  for (const auto& [value, constant] : graph.initializers) name(value, {constant.type, constant.shape});
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    for (std::size_t k = 0; k < model_->calls[n].outputs.size(); ++k)
      if (const auto& is = model_->calls[n].outputs[k]) name(graph.nodes[n].outputs[k], *is);
}

std::optional<Finding> Plan::place_results(std::vector<ValuePlace> known) {
  const Graph& graph = *model_->graph;
  const std::vector<Call>& calls = model_->calls;
  const auto first_output = static_cast<std::uint32_t>(inputs_.size()),
             arena_region = first_output + static_cast<std::uint32_t>(graph.outputs.size());
  Result<Layout> made = lay_out(*model_, std::move(known), first_output);
  if (!made) return made.finding();
  Layout& layout = *made;
  std::uint64_t most_operands = 0, most_scratch = 0;
  for (std::uint32_t n = 0; n < calls.size(); ++n) {
    const Node& node = graph.nodes[n];
    Step& step = steps_[n];
    if (layout.keeps[n]) step.plain = step.counting = {};
    step.scratch_bytes =
        std::max(step.plain.scratch_for(calls[n], tasks_), step.counting.scratch_for(calls[n], tasks_));
    if (calls[n].op->state != nullptr) step.scratch_bytes = std::max(step.scratch_bytes, calls[n].op->state(calls[n]));
    most_scratch = std::max(most_scratch, step.scratch_bytes);
    most_operands = std::max<std::uint64_t>(most_operands, node.inputs.size() + node.outputs.size());
    step.operands = operands_.size();
    for (const std::vector<std::uint32_t>* values : {&node.inputs, &node.outputs})
      for (const std::uint32_t value : *values)
        operands_.push_back(graph.values[value].name.empty() ? ValuePlace{} : layout.places[value]);
  }
  value_bytes_ = layout.arenas[0].bytes();
  live_bytes_ = layout.arenas[0].most();
  const auto addresses = layout.arenas[0].append(most_operands > few_operands ? most_operands * sizeof(void*) : 0);
  const auto scratch = layout.arenas[0].append(most_scratch);
  if (!addresses || !scratch) return too_large("intermediate values and scratch", UINT64_MAX, Limits{});
  addresses_at_ = *addresses;
  scratch_at_ = *scratch;
  arena_bytes_ = layout.arenas[0].bytes();
  for (std::uint32_t k = 0; k < graph.outputs.size(); ++k) {
    const std::uint32_t value = graph.outputs[k];
    const ValuePlace& place = layout.places[value];
    const auto& [type, shape] = layout.arguments[value];
    outputs_.push_back({graph.values[value].name, {type, shape}});
    if (place.region == first_output + k) continue;
    copies_.push_back({place, k});
    if (place.region == arena_region) staged_bytes_ += *stored_bytes(type, shape.count);
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

  const void* operator[](const ValuePlace& place) const {
    if (place.region >= ValuePlace::constant) return place.address;  // null of what is omitted
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
    if (!precondition.has_result() || !concerns(precondition, call)) continue;
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
    const ValuePlace* place = &operands_[step.operands];
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
