// SPDX-License-Identifier: Apache-2.0
// Floor 8. See equal.hpp.
#include "conform/equal/prover.hpp"

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "conform/equal/draw.hpp"
#include "conform/judge/judge.hpp"
#include "ops/conv/conv.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

// How many shared values an expression looks through before it ends at one, one attempt after the other.
constexpr unsigned depths[] = {0, 1, 3};
constexpr std::size_t most_candidates = 4;
constexpr std::size_t most_nodes = 4096;  // of one expression: they are walked through recursively
constexpr std::uint64_t too_many = std::uint64_t{1} << 62;

void append(std::string& key, std::string_view text) {
  key.append(std::to_string(text.size())).append(":").append(text);
}
void append(std::string& key, std::uint64_t number) { key.append(std::to_string(number)).append(","); }

template <class Number> std::string_view bytes_of(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

struct AppendAttribute {
  std::string& key;
  void operator()(std::monostate) const {}
  void operator()(std::int64_t number) const { append(key, static_cast<std::uint64_t>(number)); }
  void operator()(float number) const { append(key, bytes_of(&number, 1)); }
  void operator()(const std::string& text) const { append(key, text); }
  void operator()(const std::vector<std::int64_t>& list) const { append(key, bytes_of(list.data(), list.size())); }
  void operator()(const std::vector<float>& list) const { append(key, bytes_of(list.data(), list.size())); }
  void operator()(const std::vector<std::string>& list) const {
    append(key, list.size());
    for (const std::string& text : list) append(key, text);
  }
  void operator()(const Constant& constant) const {
    Tensor tensor(constant.type, constant.shape);
    decode(constant, tensor.view());
    append(key, sha256_of({tensor.data(), tensor.bytes()}));
  }
  void operator()(const OtherAttribute&) const {}
  void operator()(const Subgraph& graph) const { append(key, graph.branch); }
};

void append(std::string& key, const Argument& argument) {
  append(key, static_cast<std::uint64_t>(argument.type));
  append(key, bytes_of(argument.shape.dims.data(), argument.shape.rank));
}

// Operators whose rows differ in what they allow, not in what is computed: every version of every source is one
// function of operands and attributes. tests/trace shows it of drawn calls. Expressions would be as long as the
// operator takes.
bool has_one_meaning(const Operator& op) {
  constexpr std::string_view names[] = {"Conv", "Gemm", "MatMul"};
  return std::ranges::find(names, op.name) != std::end(names);
}

// What Conv's attributes mean: pads may be given by their numbers or by a rule, and the kernel by the weights.
void append_window(std::string& key, const ConvGeometry& g) {
  append(key, g.channels_of_group);
  for (const Window::Sizes* sizes : {&g.window.kernel, &g.window.stride, &g.window.dilation, &g.window.begin})
    append(key, bytes_of(sizes->data(), g.window.axes));
}

// All that a reference reads of a call beside the elements of its operands: what two calls must have in common to be
// the same function.
std::string function_of(const Call& call) {
  std::string key = call.op->name;
  if (!has_one_meaning(*call.op)) {
    append(key, static_cast<std::uint64_t>(call.version));
    append(key, static_cast<std::uint64_t>(call.row->source));
  }
  if (call.op->name == std::string_view("Div") && is_integer(call.outputs[0]->type))
    append(key, static_cast<std::uint64_t>(call.choices.integer_division));
  append(key, depends_on_policy(call) ? accumulation_names[static_cast<unsigned>(call.choices.accumulation)] : "any");
  std::map<std::string_view, const AttributeValue*> attributes;  // the order in a row may differ
  if (call.op->name == std::string_view("Conv"))
    append_window(key, *ConvGeometry::of(call));
  else
    for (std::size_t k = 0; k < call.attributes.size(); ++k)
      if (!std::holds_alternative<std::monostate>(call.attributes[k]))
        attributes[call.row->attributes[k].name] = &call.attributes[k];
  for (const auto& [name, value] : attributes) {
    append(key, name);
    append(key, value->index());
    std::visit(AppendAttribute{key}, *value);
  }
  for (const auto* arguments : {&call.inputs, &call.outputs})
    for (const std::optional<Argument>& argument : *arguments) {
      append(key, argument ? 1 : 0);
      if (argument) append(key, *argument);
    }
  return key;
}

std::string to_string(const Argument& argument) { return info(argument.type).name + impl::to_string(argument.shape); }

// Why two models have nothing to be compared by.
std::optional<Finding> not_comparable(const CheckedModel& a, const CheckedModel& b) {
  const auto differs = [&](const std::vector<std::uint32_t>& ours, const std::vector<std::uint32_t>& theirs,
                           const std::string& what) -> std::optional<Finding> {
    const auto mismatch = [&](const std::string& message) {
      return error(Code::usage, "EQUAL-ALL-INTERFACE", message, "compare models that take and give the same tensors");
    };
    if (ours.size() != theirs.size())
      return mismatch("the first model has " + std::to_string(ours.size()) + " " + what + "s, and the second " +
                      std::to_string(theirs.size()));
    const std::vector<std::uint32_t> order = matched(*a.graph, *b.graph, ours, theirs);
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const Value &x = a.graph->values[ours[k]], &y = b.graph->values[order[k]];
      const Argument mine{*x.type, *x.shape}, yours{*y.type, *y.shape};
      if (mine.type != yours.type || mine.shape != yours.shape)
        return mismatch(what + " " + quoted(x.name, 60) + " is " + to_string(mine) + ", and " + quoted(y.name, 60) +
                        " of the second model " + to_string(yours));
    }
    return std::nullopt;
  };
  if (auto problem = differs(free_inputs(*a.graph), free_inputs(*b.graph), "input")) return problem;
  return differs(a.graph->outputs, b.graph->outputs, "output");
}

std::string key_of_constant(const Tensor& tensor) {
  std::string key;
  append(key, Argument{tensor.type(), tensor.shape()});
  return key + sha256_of({tensor.data(), tensor.bytes()});
}

}  // namespace

Prover::Prover(const CheckedModel& a, const CheckedModel& b, const EqualitySettings& settings)
    : settings_(settings), sides_{ModelSide(a), ModelSide(b)}, joiner_(settings.seed) {
  too_large_.resize(b.graph->values.size());
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
  if (made && !one.made[which]) one.made[which] = made;
  if (made && gives_quiet_results(*sides_[which].model.calls[made->node].op)) one.is_quiet = true;
}

void Prover::take_inputs() {
  const std::vector<std::uint32_t> a = free_inputs(*sides_[first].model.graph),
                                   b = matched(*sides_[first].model.graph, *sides_[second].model.graph,
                                               free_inputs(*sides_[first].model.graph),
                                               free_inputs(*sides_[second].model.graph));
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Value& value = sides_[first].model.graph->values[a[k]];
    const std::uint32_t number = new_class(first, {*value.type, *value.shape});
    name_class(first, a[k], number, std::nullopt);
    name_class(second, b[k], number, std::nullopt);
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
    append(key, call.inputs[k] ? side.classes[side.model.graph->nodes[node].inputs[k]] + std::uint64_t{1} : 0);
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
    }
  }
}

// ---- expressions ----------------------------------------------------------------------------------------------------

std::string Prover::drawn_bits(Which which, std::uint32_t value) const {
  std::string bits = to_string(classes_[sides_[which].classes[value]].argument);
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
  for (const unsigned through : depths)
    for (const bool by_lemmas : {false, true})
      for (const std::uint32_t candidate : candidates)
        if (same_expressions(candidate, value, through, by_lemmas)) {
          name_class(second, value, sides_[first].classes[candidate], ValueClass::Made{node, output});
          result_.by_lemmas += by_lemmas ? 1 : 0;
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
  return one.is_shared() && !(is_moved(first) && is_moved(second));
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

// Of a constant or an input, which the other model can only move.
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

bool Prover::same_expressions(std::uint32_t a, std::uint32_t b, unsigned through, bool by_lemmas) {
  std::set<Place> seen_a, seen_b;
  const std::uint64_t operations =
      operations_below(first, a, through, true, seen_a) + operations_below(second, b, through, true, seen_b);
  if (operations > settings_.operations - std::min(operations_, settings_.operations)) {
    too_large_[b] = true;
    return false;
  }
  operations_ += operations;
  joiner_.apply_lemmas(by_lemmas);
  const unsigned lemmas_before = joiner_.used_lemmas();
  const std::uint32_t number = sides_[first].classes[a];
  TermsOf of_a, of_b;
  const bool is_made = classes_[number].made[first] && classes_[number].constant == nullptr;
  const TermList& terms = is_made ? terms_of(first, a, through, true, of_a)
                                  : of_a.insert_or_assign({a, 0}, terms_of_class(number)).first->second;
  compared_ += terms.size();
  const bool same = terms == terms_of(second, b, through, true, of_b);
  if (!same) joiner_.forget_lemmas(lemmas_before);
  return same;
}

// ---- the whole ------------------------------------------------------------------------------------------------------

void Prover::run_draws() {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<std::uint32_t> ours = free_inputs(a), theirs = matched(a, b, ours, free_inputs(b));
  std::uint64_t seed = 0;
  for (unsigned k = 0; k < 8; ++k) seed = seed << 8 | settings_.seed[k];
  for (unsigned draw = 0; draw < draws; ++draw) {
    std::vector<Tensor> inputs = drawn_inputs(a, ours, draw, seed);
    std::optional<DrawnRun> x = run_drawn(sides_[first].model, ours, inputs, settings_.team),
                            y = run_drawn(sides_[second].model, theirs, inputs, settings_.team);
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
      Counterexample one{k, 0, 0, 0, 0, inputs_[draw]};
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

// The values on the way to these that are not shown, though all their operands are.
void Prover::find_not_shown(std::vector<std::uint32_t> open) {
  const ModelSide& side = sides_[second];
  const Graph &a = *sides_[first].model.graph, &b = *side.model.graph;
  std::set<std::uint32_t> seen(open.begin(), open.end()), found;
  while (!open.empty()) {
    const std::uint32_t value = open.back();
    open.pop_back();
    const ValueClass& one = classes_[side.classes[value]];
    bool is_first = true;
    if (one.made[second])
      for (const std::uint32_t operand : b.nodes[one.made[second]->node].inputs) {
        if (side.classes[operand] == ModelSide::none) continue;  // omitted
        const ValueClass& its = classes_[side.classes[operand]];
        if (its.is_shared() || its.constant != nullptr) continue;
        is_first = false;
        if (seen.insert(operand).second) open.push_back(operand);
      }
    if (is_first) found.insert(value);
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

void Prover::judge_outputs() {
  const Graph &a = *sides_[first].model.graph, &b = *sides_[second].model.graph;
  const std::vector<std::uint32_t> order = matched_outputs();
  std::vector<std::uint32_t> open;
  for (std::size_t k = 0; k < order.size(); ++k)
    if (sides_[first].classes[a.outputs[k]] != sides_[second].classes[b.outputs[order[k]]])
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
  compare_runs();
  judge_outputs();
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
