// SPDX-License-Identifier: Apache-2.0
// Floor 6. See layout.hpp.
#include "run/layout.hpp"

#include <algorithm>

#include "base/quote.hpp"
#include "ops/family/move.hpp"

namespace etalon::impl {
namespace {

constexpr std::uint32_t never = no_node;

class Maker {
 public:
  Maker(const CheckedModel& model, std::vector<ValuePlace> places, std::uint32_t inputs, Sharing sharing)
      : sharing_(sharing),
        graph_(*model.graph),
        calls_(model.calls),
        first_output_(inputs),
        arena_(inputs + static_cast<std::uint32_t>(graph_.outputs.size())),
        layout_{std::move(places),
                std::vector<Argument>(graph_.values.size()),
                {},
                std::vector<Arena>(sharing == Sharing::all ? 1 : static_cast<std::size_t>(DType::real))} {}

  Result<Layout> make() {
    take_given();
    find_homes();
    find_lifetimes();
    for (std::uint32_t n = 0; n < calls_.size(); ++n) {
      if (auto problem = place_results(n)) return *std::move(problem);
      release(n, graph_.nodes[n].inputs);
      release(n, graph_.nodes[n].outputs);
    }
    settle();
    return std::move(layout_);
  }

 private:
  bool is_omitted(std::uint32_t value) const { return graph_.values[value].name.empty(); }
  bool is_output(std::uint32_t value) const { return output_of_[value] != never; }

  void take_given() {
    for (const auto& [value, constant] : graph_.initializers)
      layout_.arguments[value] = {constant.type, constant.shape};
    for (const std::uint32_t value : graph_.inputs)
      if (layout_.places[value].region != ValuePlace::constant)
        layout_.arguments[value] = {*graph_.values[value].type, *graph_.values[value].shape};
    output_of_.assign(graph_.values.size(), never);
    for (std::uint32_t k = 0; k < graph_.outputs.size(); ++k) output_of_[graph_.outputs[k]] = k;
  }

  // The home of a value is the one whose memory it has: its own, or where a node moves nothing, that of the node's
  // operand. An output of the graph has its own memory; where operands are to be apart, it may be copied there at the
  // end.
  void find_homes() {
    home_.resize(graph_.values.size());
    layout_.keeps.resize(calls_.size());
    for (std::uint32_t i = 0; i < home_.size(); ++i) home_[i] = i;
    for (std::size_t n = 0; n < calls_.size(); ++n) {
      if (!keeps_everything(calls_[n])) continue;
      if (sharing_ == Sharing::all && is_output(graph_.nodes[n].outputs[0])) continue;
      layout_.keeps[n] = true;
      home_[graph_.nodes[n].outputs[0]] = home_[graph_.nodes[n].inputs[0]];
    }
  }

  void find_lifetimes() {
    last_use_.assign(graph_.values.size(), never);
    for (std::uint32_t n = 0; n < calls_.size(); ++n) {
      if (can_fail(calls_[n])) last_fallible_ = n;
      for (const std::uint32_t value : graph_.nodes[n].outputs) last_use_[home_[value]] = n;  // where nothing uses it
      for (const std::uint32_t value : graph_.nodes[n].inputs) last_use_[home_[value]] = n;
    }
    for (const std::uint32_t value : graph_.outputs)
      if (home_[value] != value) last_use_[home_[value]] = never;
  }

  std::optional<Finding> place_results(std::uint32_t n) {
    const Node& node = graph_.nodes[n];
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      const std::uint32_t value = node.outputs[k];
      if (is_omitted(value)) continue;
      layout_.arguments[value] = *calls_[n].outputs[k];
      if (layout_.places[value].region == ValuePlace::constant) continue;
      const std::optional<ValuePlace> place = place_of(n, value);
      if (!place)
        return error(Code::limit, "FILE-ALL-LIMITS",
                     "value " + quoted(graph_.values[value].name, 60) + " does not fit the memory of any machine",
                     "make the model smaller");
      layout_.places[value] = *place;
    }
    return std::nullopt;
  }

  // A place in the arena is the number of a block, until the offsets are settled.
  std::optional<ValuePlace> place_of(std::uint32_t n, std::uint32_t value) {
    if (home_[value] != value) return layout_.places[home_[value]];
    if (is_output(value) && n >= last_fallible_) return ValuePlace{first_output_ + output_of_[value], 0};
    if (const std::uint32_t own = replaceable(n); own != never) {
      last_use_[own] = never;  // what is there belongs to the result
      return layout_.places[own];
    }
    const auto bytes = stored_bytes(layout_.arguments[value].type, layout_.arguments[value].shape.count);
    const std::uint32_t which =
        sharing_ == Sharing::all ? 0 : static_cast<std::uint32_t>(layout_.arguments[value].type);
    const auto block = bytes ? layout_.arenas[which].take(*bytes) : std::nullopt;
    return block ? std::optional(ValuePlace{arena_ + which, *block}) : std::nullopt;
  }

  // The operand that step n is the last to use, in the arena, whose memory its result may take over.
  std::uint32_t replaceable(std::uint32_t n) const {
    if (sharing_ == Sharing::within_types) return never;
    const std::vector<std::uint32_t>& inputs = graph_.nodes[n].inputs;
    for (std::uint32_t x = 0; x < inputs.size() && x < 2; ++x) {
      const std::uint32_t own = home_[inputs[x]];
      const auto is_own = [&](std::uint32_t value) { return home_[value] == own; };
      const auto others = inputs.begin() + std::min<std::ptrdiff_t>(2, std::ssize(inputs));
      if (result_may_replace(calls_[n], x) && last_use_[own] == n && is_kept_in_arena(own) &&
          std::none_of(others, inputs.end(), is_own))
        return own;
    }
    return never;
  }
  bool is_in_arena(const ValuePlace& place) const {
    return place.region >= arena_ && place.region < arena_ + layout_.arenas.size();
  }
  bool is_kept_in_arena(std::uint32_t value) const { return is_in_arena(layout_.places[value]) && !is_output(value); }

  void release(std::uint32_t n, const std::vector<std::uint32_t>& values) {
    for (const std::uint32_t value : values) {
      const std::uint32_t own = home_[value];
      if (is_omitted(value) || last_use_[own] != n || !is_kept_in_arena(own)) continue;
      layout_.arenas[layout_.places[own].region - arena_].give(static_cast<std::size_t>(layout_.places[own].at));
      last_use_[own] = never;  // released
    }
  }

  void settle() {
    for (Arena& arena : layout_.arenas) arena.settle();
    for (ValuePlace& place : layout_.places)
      if (is_in_arena(place))
        place.at = layout_.arenas[place.region - arena_].offset(static_cast<std::size_t>(place.at));
  }

  const Sharing sharing_;
  const Graph& graph_;
  const std::vector<Call>& calls_;
  const std::uint32_t first_output_, arena_;  // regions
  std::uint32_t last_fallible_ = 0;
  std::vector<std::uint32_t> home_, last_use_, output_of_;  // of all values
  Layout layout_;
};

}  // namespace

// Truth values are written all the same: a caller may give any byte for one.
bool keeps_everything(const Call& call) {
  const auto is_wanted = [](const std::optional<Argument>& output) { return output.has_value(); };
  const auto is_index = [](const Formal& formal) { return formal.use == Formal::Use::index; };
  if (!call.op->moves() || call.outputs[0]->type == DType::boolean) return false;
  if (std::any_of(call.outputs.begin() + 1, call.outputs.end(), is_wanted)) return false;
  if (call.op->is_a<KeepsElements>()) return true;
  const std::uint64_t count = call.outputs[0]->shape.count;
  if (std::ranges::any_of(call.row->inputs, is_index) || count == 0 || count != call.inputs[0]->shape.count)
    return false;
  const Run run = run_at(call, {}, 0, 0);
  return run.input == 0 && run.element == 0 && run.step == 1 && run.length == count;
}

Result<Layout> lay_out(const CheckedModel& model, std::vector<ValuePlace> places, std::uint32_t inputs,
                       Sharing sharing) {
  return Maker(model, std::move(places), inputs, sharing).make();
}

}  // namespace etalon::impl
