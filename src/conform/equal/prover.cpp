// SPDX-License-Identifier: Apache-2.0
// Floor 8. See equal.hpp.
#include "conform/equal/prover.hpp"

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "conform/compare/compare.hpp"
#include "conform/equal/key.hpp"
#include "conform/judge/judge.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

std::string to_string(const Argument& argument) { return info(argument.type).name + impl::to_string(argument.shape); }

// What a value is: computed, constant, or an input, which is declared.
Argument argument_at(const CheckedModel& model, std::uint32_t value) {
  if (const std::optional<Argument> computed = argument_of(model, value)) return *computed;
  for (const Initializer& one : model.graph->initializers)
    if (one.value == value) return {one.constant.type, one.constant.shape};
  return {*model.graph->values[value].type, *model.graph->values[value].shape};
}

// Why two models have nothing to be compared by.
std::optional<Finding> not_comparable(const CheckedModel& a, const CheckedModel& b) {
  const auto differs = [&](const std::vector<std::uint32_t>& ours, const std::vector<std::uint32_t>& theirs,
                           const std::string& what) -> std::optional<Finding> {
    const auto mismatch = [&](const std::string& message) {
      return error(Code::usage, "EQUIV-ALL-INTERFACE", message, "compare models that take and give the same tensors");
    };
    if (ours.size() != theirs.size())
      return mismatch("the first model has " + std::to_string(ours.size()) + " " + what + "s, and the second " +
                      std::to_string(theirs.size()));
    const std::vector<std::uint32_t> order = matched(*a.graph, *b.graph, ours, theirs);
    if (order == theirs && share_some_names(*a.graph, *b.graph, ours, theirs))
      return mismatch("some " + what + "s of the two models have the same names, and others do not");
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const Value &x = a.graph->values[ours[k]], &y = b.graph->values[order[k]];
      const Argument mine = argument_at(a, ours[k]), yours = argument_at(b, order[k]);
      if (mine.type != yours.type || mine.shape != yours.shape)
        return mismatch(what + " " + quoted(x.name, 60) + " is " + to_string(mine) + ", and " + quoted(y.name, 60) +
                        " of the second model " + to_string(yours));
    }
    return std::nullopt;
  };
  if (auto problem = differs(free_inputs(*a.graph), free_inputs(*b.graph), "input")) return problem;
  return differs(a.graph->outputs, b.graph->outputs, "output");
}

}  // namespace

Prover::Prover(const CheckedModel& a, const CheckedModel& b, const EqualitySettings& settings)
    : settings_(settings), sides_{ModelSide(a), ModelSide(b)}, joiner_(settings.seed) {
  too_large_.resize(b.graph->values.size());
  failed_.resize(b.graph->values.size());
}

// ---- classes --------------------------------------------------------------------------------------------------------

std::uint32_t Prover::new_class(Which which, const Argument& argument) {
  classes_.push_back({.argument = argument});
  classes_.back().in[which] = true;
  return static_cast<std::uint32_t>(classes_.size() - 1);
}

std::uint32_t Prover::constant_class(Which which, std::shared_ptr<const Tensor> tensor) {
  const auto [place, is_new] = constants_.try_emplace(key_of_constant(*tensor), 0);
  if (is_new) {
    place->second = new_class(which, {tensor->type(), tensor->shape()});
    classes_.back().constant = std::move(tensor);
  }
  return place->second;
}

void Prover::name_class(Which which, std::uint32_t value, std::uint32_t number, std::optional<ValueClass::Made> made) {
  sides_[which].classes[value] = number;
  ValueClass& one = classes_[number];
  one.in[which] = true;
  if (made && !one.is_input && !one.made[which]) one.made[which] = made;
  if (made && gives_quiet_results(*sides_[which].model.calls[made->node].op)) one.is_quiet = true;
}

void Prover::take_inputs() {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<std::uint32_t> ours = free_inputs(a), theirs = matched(a, b, ours, free_inputs(b));
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const Value& value = a.values[ours[k]];
    const std::uint32_t number = new_class(first, {*value.type, *value.shape});
    classes_[number].is_input = true;
    name_class(first, ours[k], number, std::nullopt);
    name_class(second, theirs[k], number, std::nullopt);
  }
  for (const Which which : {first, second})
    for (const auto& [value, constant] : sides_[which].model.graph->initializers) {
      auto tensor = std::make_shared<Tensor>(constant.type, constant.shape);
      decode(constant, tensor->view());
      name_class(which, value, constant_class(which, std::move(tensor)), std::nullopt);
    }
}

std::string Prover::key_of(Which which, std::uint32_t node) const {
  const ModelSide& side = sides_[which];
  const Call& call = side.model.calls[node];
  std::string key = function_of(call);
  for (std::size_t k = 0; k < call.inputs.size(); ++k)
    append_number(key, call.inputs[k] ? side.classes[side.model.graph->nodes[node].inputs[k]] + std::uint64_t{1} : 0);
  return key;
}

// Computes a node whose results do not depend on inputs: its operands are constants, or it only asks for their shapes.
bool Prover::fold(Which which, std::uint32_t node) {
  const ModelSide& side = sides_[which];
  const Call& call = side.model.calls[node];
  const Node& named = side.model.graph->nodes[node];
  std::vector<TensorView> operands;
  bool are_constant = true;
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    operands.push_back(no_tensor);
    if (!call.inputs[k]) continue;
    const ValueClass& operand = classes_[side.classes[named.inputs[k]]];
    are_constant = are_constant && operand.constant != nullptr;
    if (operand.constant != nullptr) operands.back() = operand.constant->view();
  }
  std::vector<Tensor> results;
  if (are_constant) {
    Computed computed = compute(call, operands, settings_.team);
    if (!computed.status.ok()) return false;
    results = std::move(computed.outputs);
  } else if (call.op->writes()) {
    results.emplace_back(call.outputs[0]->type, call.outputs[0]->shape);
    call.op->write(call, results[0].data());
  } else {
    return false;
  }
  for (std::uint32_t k = 0; k < call.outputs.size(); ++k)
    if (call.outputs[k])
      name_class(which, named.outputs[k], constant_class(which, std::make_shared<const Tensor>(std::move(results[k]))),
                 ValueClass::Made{node, k});
  return true;
}

// A node like Identity: its result is the value that it takes.
bool Prover::keeps_its_operand(Which which, std::uint32_t node) {
  const ModelSide& side = sides_[which];
  const Call& call = side.model.calls[node];
  if (!call.op->is_a<KeepsElements>() || call.outputs.size() != 1 || !call.outputs[0] || !call.inputs[0]) return false;
  if (call.inputs[0]->type != call.outputs[0]->type || call.inputs[0]->shape != call.outputs[0]->shape) return false;
  const Node& named = side.model.graph->nodes[node];
  name_class(which, named.outputs[0], side.classes[named.inputs[0]], std::nullopt);
  return true;
}

void Prover::take_nodes(Which which) {
  const CheckedModel& model = sides_[which].model;
  const std::uint64_t all = sides_[first].model.calls.size() + sides_[second].model.calls.size();
  const std::uint64_t before = which == first ? 0 : sides_[first].model.calls.size();
  for (std::uint32_t n = 0; n < model.calls.size(); ++n) {
    if (settings_.progress) settings_.progress(before + n + 1, all);
    const Call& call = model.calls[n];
    const Node& named = model.graph->nodes[n];
    std::uint64_t results = 0;
    for (const auto& output : call.outputs) results += output ? 1u : 0u;
    if (which == second) result_.values += results;
    if (fold(which, n)) {
      if (which == second) result_.constants += results;
      continue;
    }
    if (keeps_its_operand(which, n)) {
      if (which == second)
        ++(classes_[sides_[second].classes[named.outputs[0]]].in[first] ? result_.by_structure : result_.unmatched);
      continue;
    }
    const auto [place, is_new] = by_key_.try_emplace(key_of(which, n));
    std::vector<std::uint32_t>& known = place->second;
    if (is_new) known.assign(call.outputs.size(), ModelSide::none);
    for (std::uint32_t k = 0; k < call.outputs.size(); ++k) {
      if (!call.outputs[k]) continue;
      const std::uint32_t value = named.outputs[k];
      if (!is_new) {
        name_class(which, value, known[k], ValueClass::Made{n, k});
        if (which == second) ++(classes_[known[k]].in[first] ? result_.by_structure : result_.unmatched);
        continue;
      }
      if (which == first)
        name_class(first, value, new_class(first, *call.outputs[k]), ValueClass::Made{n, k});
      else
        ++(prove_by_expression(value, n, k) ? result_.by_expression : result_.unmatched);
      known[k] = sides_[which].classes[value];
      if (which == second && settings_.failed_before != nullptr && failed_[value] &&
          !(*settings_.failed_before)[value]) {
        result_.not_shown.push_back({value, std::nullopt});
        return;
      }
    }
  }
}

// ---- the whole ------------------------------------------------------------------------------------------------------

void Prover::run_draws() {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<std::uint32_t> ours = free_inputs(a), theirs = matched(a, b, ours, free_inputs(b));
  for (unsigned draw = 0; draw < draws; ++draw) {
    std::vector<Tensor> inputs = drawn_inputs(a, ours, draw);
    std::optional<DrawnRun> x = run_drawn(sides_[first].model, ours, inputs, settings_.team),
                            y = run_drawn(sides_[second].model, theirs, inputs, settings_.team);
    if (x.has_value() != y.has_value() && !result_.counterexample) {
      result_.counterexample = Counterexample{};
      result_.counterexample->without_result = x ? 1 : 0;
      result_.counterexample->inputs = inputs;
    }
    if (!x || !y) continue;
    sides_[first].runs.push_back(*std::move(x));
    sides_[second].runs.push_back(*std::move(y));
    inputs_.push_back(std::move(inputs));
  }
  result_.draws = inputs_.size();
}

void Prover::compare_runs() {
  const std::vector<std::uint32_t> order = matched_outputs();
  for (std::size_t draw = 0; draw < inputs_.size() && !result_.counterexample; ++draw)
    for (std::size_t k = 0; k < order.size() && !result_.counterexample; ++k) {
      const TensorView x = std::as_const(sides_[first].runs[draw].outputs[k]).view(),
                       y = std::as_const(sides_[second].runs[draw].outputs[order[k]]).view();
      if (same_bits(x, y)) continue;
      Counterexample one;
      one.output = k;
      one.inputs = inputs_[draw];
      for (std::uint64_t i = x.shape.count; i-- > 0;)
        if (!same_bits(x, y, i)) {
          ++one.differing;
          one.element = i;
          one.first = pattern_at(x, i);
          one.second = pattern_at(y, i);
        }
      result_.counterexample = std::move(one);
    }
}

std::vector<std::uint32_t> Prover::matched_outputs() const {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<std::uint32_t> values = matched(a, b, a.outputs, b.outputs);
  std::vector<std::uint32_t> order;
  for (const std::uint32_t value : values)
    order.push_back(static_cast<std::uint32_t>(std::ranges::find(b.outputs, value) - b.outputs.begin()));
  return order;
}

// Values that are proved, or only move such values where the first model has none of their name.
std::vector<bool> Prover::settled_values() const {
  const ModelSide& side = sides_[second];
  std::set<std::string_view> names;
  for (const Value& value : sides_[first].model.graph->values) names.insert(value.name);
  std::vector<bool> settled(side.classes.size());
  const auto is_proved = [&](std::uint32_t value) {
    const ValueClass& one = classes_[side.classes[value]];
    return one.is_shared() || one.constant != nullptr;
  };
  for (std::uint32_t v = 0; v < settled.size(); ++v) settled[v] = side.classes[v] != ModelSide::none && is_proved(v);
  for (std::uint32_t n = 0; n < side.model.calls.size(); ++n) {
    if (!side.model.calls[n].op->moves()) continue;
    for (const std::uint32_t value : side.model.graph->nodes[n].outputs)
      if (side.classes[value] != ModelSide::none && !settled[value] &&
          !names.contains(side.model.graph->values[value].name))
        settled[value] =
            std::ranges::all_of(operands_of(value), [&](std::uint32_t operand) { return settled[operand]; });
  }
  return settled;
}

std::vector<std::uint32_t> Prover::operands_of(std::uint32_t value) const {
  const ModelSide& side = sides_[second];
  std::vector<std::uint32_t> operands;
  if (const auto& made = classes_[side.classes[value]].made[second])
    for (const std::uint32_t operand : side.model.graph->nodes[made->node].inputs)
      if (side.classes[operand] != ModelSide::none) operands.push_back(operand);  // others are omitted
  return operands;
}

// The values on the way to these that are not shown, though all their operands are.
void Prover::find_not_shown(std::vector<std::uint32_t> open) {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<bool> settled = settled_values();
  std::set<std::uint32_t> seen(open.begin(), open.end()), found;
  while (!open.empty()) {
    const std::uint32_t value = open.back();
    open.pop_back();
    bool is_first = true;
    for (const std::uint32_t operand : operands_of(value)) {
      if (settled[operand]) continue;
      is_first = false;
      if (seen.insert(operand).second) open.push_back(operand);
    }
    // Nodes that only pass a value on are not where it comes from.
    const auto& made = classes_[sides_[second].classes[value]].made[second];
    if (is_first) found.insert(made ? b.nodes[made->node].outputs[made->output] : value);
  }
  std::map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t v = 0; v < a.values.size(); ++v)
    if (sides_[first].classes[v] != ModelSide::none) by_name.emplace(a.values[v].name, v);
  for (const std::uint32_t value : found) {
    NotShown one{value, std::nullopt, false, too_large_[value]};
    const std::vector<std::uint32_t> candidates = candidates_of(value);
    const auto named = by_name.find(b.values[value].name);
    if (!candidates.empty()) {
      one.counterpart = candidates.back();
    } else if (named != by_name.end()) {
      one.counterpart = named->second;
      one.differs = !inputs_.empty();
    }
    result_.not_shown.push_back(one);
  }
}

// Whether it depends on inputs that a call has a result. Where what decides is constant, a run that ended shows it.
bool Prover::can_end_without_result(Which which, std::uint32_t n) const {
  const ModelSide& side = sides_[which];
  const Call& call = side.model.calls[n];
  const auto is_open = [&](std::size_t operand) {
    const std::uint32_t number = side.classes[side.model.graph->nodes[n].inputs[operand]];
    return side.runs.empty() || number == ModelSide::none || classes_[number].constant == nullptr;
  };
  if (!can_fail(call)) return false;
  if (allowed_elements(call) && is_open(call.op->condition.operand)) return true;
  return std::ranges::any_of(call.row->preconditions, [&](const Precondition& one) {
    return call.has_input(one.operand) && is_open(one.operand);
  });
}

// Calls that can end without a result, as functions of what they take.
void Prover::compare_conditions() {
  std::set<std::string> keys[2];
  for (const Which which : {first, second})
    for (std::uint32_t n = 0; n < sides_[which].model.calls.size(); ++n)
      if (can_end_without_result(which, n)) keys[which].insert(key_of(which, n));
  for (const Which which : {first, second})
    for (const std::string& key : keys[which]) result_.conditions += keys[1 - which].contains(key) ? 0u : 1u;
}

void Prover::judge_outputs() {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<std::uint32_t> order = matched_outputs();
  std::vector<std::uint32_t> open;
  for (std::size_t k = 0; k < order.size(); ++k)
    if (sides_[first].classes[a.outputs[k]] != sides_[second].classes[b.outputs[order[k]]] &&
        !is_same(a.outputs[k], b.outputs[order[k]]))
      open.push_back(b.outputs[order[k]]);
  result_.verdict = result_.counterexample ? Equality::Verdict::different
                    : open.empty()         ? Equality::Verdict::equal
                                           : Equality::Verdict::not_shown;
  if (!open.empty()) find_not_shown(std::move(open));
}

Equality Prover::prove() {
  run_draws();
  take_inputs();
  take_nodes(first);
  for (std::uint32_t v = 0; v < sides_[first].classes.size(); ++v)
    if (sides_[first].classes[v] != ModelSide::none) by_bits_[drawn_bits(first, v)].push_back(v);
  take_nodes(second);
  if (!result_.not_shown.empty()) return std::move(result_);
  compare_runs();
  judge_outputs();
  compare_conditions();
  result_.failed = failed_;
  result_.joins = joiner_.joins();
  result_.lemmas = joiner_.used_lemmas();
  // Each comparison of two terms is wrong with at most their level over 2^127-1.
  result_.collision = std::ldexp(static_cast<double>(compared_) * joiner_.levels(), -126);
  return std::move(result_);
}

Result<Equality> prove_equal(const CheckedModel& a, const CheckedModel& b, const EqualitySettings& settings) {
  if (auto problem = not_comparable(a, b)) return *std::move(problem);
  return Prover(a, b, settings).prove();
}

}  // namespace etalon::impl
