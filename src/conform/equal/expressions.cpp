// SPDX-License-Identifier: Apache-2.0
// Floor 8. The part of the prover that compares expressions. See prover.hpp.
#include <algorithm>

#include "conform/equal/key.hpp"
#include "conform/equal/prover.hpp"

namespace etalon::impl {
namespace {

// How many shared values an expression looks through before it ends at one, one attempt after the other.
constexpr unsigned depths[] = {0, 1, 3};
constexpr std::size_t most_candidates = 4;
constexpr std::size_t most_nodes = 4096;        // of one expression: they are walked through recursively
constexpr std::uint64_t most_deep = 50000000;   // operations of an expression that looks through shared values
constexpr std::uint64_t most_behind = 2000000;  // operations of an expression behind a value that was not proved
constexpr std::uint64_t too_many = std::uint64_t{1} << 62;

}  // namespace

std::string Prover::drawn_bits(Which which, std::uint32_t value) const {
  const Argument& argument = classes_[sides_[which].classes[value]].argument;
  std::string bits = info(argument.type).name + to_string(argument.shape);
  for (const DrawnRun& run : sides_[which].runs) bits += run.digests[value];
  return bits;
}

std::vector<std::uint32_t> Prover::candidates_of(std::uint32_t value) const {
  const auto found = by_bits_.find(drawn_bits(second, value));
  if (found == by_bits_.end()) return {};
  const std::vector<std::uint32_t>& all = found->second;
  return {all.end() - static_cast<std::ptrdiff_t>(std::min(all.size(), most_candidates)), all.end()};
}

bool Prover::prove_by_expression(std::uint32_t value, std::uint32_t node, std::uint32_t output) {
  // Without a class of the first model it is one of its own: its expression begins with its node.
  name_class(second, value, new_class(second, *sides_[second].model.calls[node].outputs[output]),
             ValueClass::Made{node, output});
  const std::vector<std::uint32_t> candidates = candidates_of(value);
  for (const std::uint32_t candidate : candidates)
    if (is_same(candidate, value)) {
      name_class(second, value, sides_[first].classes[candidate], ValueClass::Made{node, output});
      return true;
    }
  failed_[value] = !candidates.empty();
  return false;
}

bool Prover::is_same(std::uint32_t a, std::uint32_t b) {
  for (const unsigned through : depths)
    for (const auto use : {Joiner::Use::nothing, Joiner::Use::lemmas, Joiner::Use::conditions}) {
      if (use == Joiner::Use::conditions && !joiner_.met_condition()) continue;
      if (!same_expressions(a, b, through, use)) continue;
      result_.by_lemmas += use == Joiner::Use::nothing ? 0u : 1u;
      if (use == Joiner::Use::conditions) result_.conditional.push_back(b);
      return true;
    }
  return false;
}

// Where an expression ends: at constants, at inputs, and at values that both models have, once it has looked through so
// many of them. Values that both models only move are always looked through: that costs nothing.
bool Prover::is_end(Which which, const ValueClass& one, unsigned through) const {
  if (one.constant != nullptr || !one.made[which]) return true;
  return through == 0 && is_cut(one);
}

bool Prover::is_cut(const ValueClass& one) const {
  const auto is_moved = [&](Which which) {
    return one.made[which] && sides_[which].model.calls[one.made[which]->node].op->moves();
  };
  return one.is_shared() && !(is_moved(first) && is_moved(second)) && !(beside_ && origin_of(one) == beside_);
}

// The node of the first model that computes a value, which others may only move. A value that is moved may have the
// class of what it is moved from, so that each step has to lead to an earlier node.
std::optional<std::uint32_t> Prover::origin_of(const ValueClass& one) const {
  const ModelSide& side = sides_[first];
  for (const ValueClass* at = &one; at->made[first];) {
    const std::uint32_t node = at->made[first]->node;
    const Call& call = side.model.calls[node];
    if (!call.op->moves() || call.inputs.empty() || !call.inputs[0]) return node;
    at = &classes_[side.classes[side.model.graph->nodes[node].inputs[0]]];
    if (at->made[first] && at->made[first]->node >= node) return node;
  }
  return std::nullopt;
}

std::uint64_t Prover::operations_below(Which which, std::uint32_t value, unsigned through, bool is_root,
                                       std::set<Place>& seen) const {
  const ModelSide& side = sides_[which];
  const ValueClass& one = classes_[side.classes[value]];
  if (one.constant != nullptr || !one.made[which] || (!is_root && is_end(which, one, through))) return 0;
  const Call& call = side.model.calls[one.made[which]->node];
  if (!is_root && is_cut(one)) --through;
  if (!seen.emplace(value, through).second) return 0;
  if (seen.size() > most_nodes) return too_many;
  std::uint64_t sum = std::min(too_many, operations_of(call) + call.outputs[one.made[which]->output]->shape.count);
  const Node& node = side.model.graph->nodes[one.made[which]->node];
  for (std::size_t k = 0; k < call.inputs.size(); ++k)
    if (call.inputs[k]) sum = std::min(too_many, sum + operations_below(which, node.inputs[k], through, false, seen));
  return sum;
}

std::uint64_t Prover::number_of(const Call& call) {
  return functions_.try_emplace(function_of(call), functions_.size()).first->second;
}

const TermList& Prover::terms_of(Which which, std::uint32_t value, unsigned through, bool is_root, TermsOf& known) {
  const ModelSide& side = sides_[which];
  const ValueClass& one = classes_[side.classes[value]];
  const ValueClass::Made made = *one.made[which];
  const Call& call = side.model.calls[made.node];
  const Node& node = side.model.graph->nodes[made.node];
  if (!is_root && is_cut(one)) --through;
  if (const auto found = known.find({value, through}); found != known.end()) return found->second;
  std::vector<TracedOperand> operands(call.inputs.size());
  std::vector<const TracedOperand*> given;
  for (std::size_t k = 0; k < call.inputs.size(); ++k) {
    given.push_back(call.inputs[k] ? &operands[k] : nullptr);
    if (!call.inputs[k]) continue;
    const std::uint32_t number = side.classes[node.inputs[k]];
    const ValueClass& operand = classes_[number];
    if (operand.constant != nullptr)
      operands[k].stored = operand.constant->view();
    else if (is_end(which, operand, through))
      operands[k].tensor = number, operands[k].is_quiet = operand.is_quiet;
    else
      operands[k].terms = terms_of(which, node.inputs[k], through, false, known).data();
  }
  std::vector<TermList> results = traced(joiner_, call, given, number_of(call));
  return known.insert_or_assign({value, through}, std::move(results[made.output])).first->second;
}

// Of a constant or an input.
TermList Prover::terms_of_class(std::uint32_t number) const {
  const ValueClass& one = classes_[number];
  TracedOperand operand;
  operand.tensor = number;
  operand.is_quiet = one.is_quiet;
  if (one.constant != nullptr) operand.stored = one.constant->view();
  TermList terms(static_cast<std::size_t>(one.argument.shape.count));
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = operand.element(i);
  return terms;
}

const TermList& Prover::terms_of_root(Which which, std::uint32_t value, unsigned through, TermsOf& known) {
  const std::uint32_t number = sides_[which].classes[value];
  if (classes_[number].made[which] && classes_[number].constant == nullptr)
    return terms_of(which, value, through, true, known);
  return known.insert_or_assign({value, through}, terms_of_class(number)).first->second;
}

bool Prover::same_expressions(std::uint32_t a, std::uint32_t b, unsigned through, Joiner::Use use) {
  std::set<Place> seen_a, seen_b;
  // A node of several results computes them together: its expression for one does not end at another.
  beside_ = origin_of(classes_[sides_[first].classes[a]]);
  if (beside_ && sides_[first].model.calls[*beside_].outputs.size() < 2) beside_.reset();
  const std::uint64_t operations =
      operations_below(first, a, through, true, seen_a) + operations_below(second, b, through, true, seen_b);
  // Behind a value that could not be proved most others cannot be either: long expressions are not tried.
  const bool is_behind =
      std::ranges::any_of(seen_b, [&](const Place& at) { return at.first != b && failed_[at.first]; });
  std::uint64_t left = settings_.operations - std::min(operations_, settings_.operations);
  if (through > 0) left = std::min(left, most_deep);
  if (is_behind) left = std::min(left, most_behind);
  if (operations > left) {
    too_large_[b] = true;
    return false;
  }
  operations_ += operations;
  joiner_.apply(use);
  const unsigned lemmas_before = joiner_.used_lemmas();
  TermsOf of_a, of_b;
  const TermList& terms = terms_of_root(second, b, through, of_b);
  compared_ += 2 * terms.size();
  // The second model may compute the value again from the value itself.
  const std::uint32_t number = sides_[first].classes[a];
  const bool same = (classes_[number].is_shared() && terms == terms_of_class(number)) ||
                    terms == terms_of_root(first, a, through, of_a);
  if (!same) joiner_.forget_lemmas(lemmas_before);
  return same;
}

}  // namespace etalon::impl
