// SPDX-License-Identifier: Apache-2.0
// Floor 8. See compare.hpp.
#include "conform/compare/compare.hpp"

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "conform/judge/whole.hpp"
#include "run/interpret.hpp"
#include "tensor/constant.hpp"

namespace etalon::impl {
namespace {

// Every value of the model by the fast kernels.
Status run_nodes(const CheckedModel& model, Trail& values, Accumulation policy, Team* team) {
  return interpret(model, values, Keep::all,
                   [&](std::uint32_t n, std::span<const std::optional<Tensor>* const> operands, Trail& results) {
                     std::vector<TensorView> inputs;
                     for (const std::optional<Tensor>* operand : operands)
                       inputs.push_back(operand != nullptr ? view_of(*operand) : no_tensor);
                     Computed computed = compute(under(model.calls[n], policy), inputs, team);
                     for (std::size_t k = 0; k < results.size(); ++k) results[k] = std::move(computed.outputs[k]);
                     return computed.status;
                   });
}

ComparedValue compared(std::uint32_t value, const TensorView& candidate, const TensorView& reference) {
  ComparedValue result{value, reference.shape.count};
  if (same_bits(candidate, reference)) return result;
  for (std::uint64_t i = 0; i < reference.shape.count; ++i) {
    if (same_bits(candidate, reference, i)) continue;
    const Distance distance = distance_between(candidate, reference, i);
    if (result.differing++ == 0) result.first_differing = i;
    if (result.differing == 1 || distance.ulp > result.farthest.ulp) result.farthest = distance, result.farthest_at = i;
    result.distances.push_back(distance);
  }
  return result;
}

// The reference is one admissible evaluation, so that another one is at most twice the bound from it. Integers that may
// be others are not judged: of those within the bound most are none that an evaluation gives. Nor is judged what
// functions could give that are less accurate than an ulp.
void hold_against(const WholeBounds& bounds, const TensorView& candidate, const TensorView& reference, std::uint64_t i,
                  HeldValue& result) {
  const auto at = [i](const std::vector<double>& of) { return of.empty() ? 0 : of[static_cast<std::size_t>(i)]; };
  const bool is_float = info(reference.type).kind == Kind::floating;
  const unsigned p = info(reference.type).fraction + 1;
  const double bound = at(bounds.near[result.value]), far = at(bounds.far[result.value]);
  const Distance distance = distance_between(candidate, reference, i);
  const double width = 4 * bound, ulp = ulp_at(reference.type, std::abs(number_at(reference, i)));
  if (same_bits(candidate, reference, i) && bound == 0)
    ++result.within;
  else if (!std::isfinite(number_at(reference, i)))
    ++result.not_judged;
  else if (far < infinite_bound && !(distance.absolute <= 2 * far)) {
    if (result.beyond++ == 0) result.first_beyond = i;
  } else if (!(bound < infinite_bound && distance.absolute <= 2 * bound) ||
             (is_float ? width > std::ldexp(ulp, static_cast<int>(p / 2)) : bound > 0))
    ++result.not_judged;
  else
    ++result.within;
}

// Which policies give each value of the candidate.
using Replicated = std::vector<std::vector<Accumulation>>;

// The reference under each policy that all nodes have. A finding where it has no result under the model's own.
std::optional<Finding> run_policies(const Trail& inputs, const Trail& candidate, Team* team, Comparison& result,
                                    Replicated& replicated) {
  const Graph& graph = *result.model->graph;
  const Accumulation policy = result.model->profile.choices.accumulation;
  replicated.resize(graph.values.size());
  for (std::size_t p = 0; p < std::size(accumulation_names); ++p) {
    const auto other = static_cast<Accumulation>(p);
    if (other != policy &&
        !std::ranges::all_of(result.model->calls, [&](const Call& call) { return has_policy(call, other); }))
      continue;
    Trail values = inputs;
    const Status status = run_nodes(*result.model, values, other, team);
    if (!status.ok() && other == policy) {
      Finding finding = error(status.code, status.rule, "the reference has no result for these inputs",
                              "compare on inputs that the model is defined for");
      finding.status = status;
      return finding;
    }
    if (!status.ok()) continue;
    for (std::size_t v = 0; v < candidate.size(); ++v)
      if (candidate[v] && values[v] && same_bits(candidate[v]->view(), std::as_const(*values[v]).view()))
        replicated[v].push_back(other);
    if (std::ranges::all_of(graph.outputs,
                            [&](std::uint32_t v) { return std::ranges::count(replicated[v], other) != 0; }))
      result.replicates.push_back(other);
    if (other == policy) result.reference = std::move(values);
  }
  return std::nullopt;
}

// Every node that the candidate gives the operands and results of. `own` is what the candidate computes with; the
// results of nodes that only move are computed here, kept in `inputs`, and added to it.
void judge_nodes(Trail& inputs, std::vector<const Tensor*>& own, const Trail& candidate, Team* team,
                 const Progress& on_node_done, Comparison& result) {
  const CheckedModel& model = *result.model;
  const Graph& graph = *model.graph;
  const Wiring wiring(graph);
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    std::vector<TensorView> in, out;
    bool known = true, given = false;
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const Tensor* tensor = own[node.inputs[k]];
      known = known && (tensor != nullptr || !model.calls[n].inputs[k]);
      in.push_back(tensor != nullptr && model.calls[n].inputs[k] ? tensor->view() : no_tensor);
    }
    for (std::size_t k = 0; k < node.outputs.size(); ++k) {
      const std::uint32_t v = node.outputs[k];
      const bool there = model.calls[n].outputs[k] && v < candidate.size() && candidate[v];
      given = given || there;
      out.push_back(there ? candidate[v]->view() : no_tensor);
    }
    if (known && given) {
      ComparedNode one{n, judge(model.calls[n], in, out, team), {}};
      result.nodes.push_back(std::move(one));
    } else if (known && !model.calls[n].op->computes()) {
      // What only moves is followed, so that what lies behind it can be judged.
      Computed moved = compute(model.calls[n], in, team);
      for (std::size_t k = 0; moved.status.ok() && k < node.outputs.size(); ++k)
        if (model.calls[n].outputs[k]) {
          inputs[node.outputs[k]] = std::move(moved.outputs[k]);
          own[node.outputs[k]] = &*inputs[node.outputs[k]];
        }
    } else {
      ++result.unseen;
      for (std::size_t k = 0; k < node.outputs.size(); ++k)
        if (out[k].data != nullptr) result.held.push_back({node.outputs[k]});
      if (given)
        if (auto stretch = compare_stretch(model, wiring, n, own, out, team))
          result.stretches.push_back(std::move(*stretch));
    }
    if (on_node_done) on_node_done(operations_of(model.calls[n]));
  }
}

// What lies between the candidate's values, against the bound of the whole model.
void hold_values(const Trail& candidate, const Replicated& replicated, Comparison& result) {
  // What a policy gives is an admissible evaluation, however wide the bound is.
  std::optional<WholeBounds> bounds;
  for (HeldValue& one : result.held) {
    const TensorView given = candidate[one.value]->view();
    if (!replicated[one.value].empty()) {
      one.within = given.shape.count;
      continue;
    }
    if (!bounds) bounds = whole_bounds(*result.model, result.reference);
    const TensorView reference = std::as_const(*result.reference[one.value]).view();
    for (std::uint64_t i = 0; i < reference.shape.count; ++i) hold_against(*bounds, given, reference, i, one);
  }
}

}  // namespace

std::optional<Argument> argument_of(const CheckedModel& model, std::uint32_t value) {
  for (std::size_t n = 0; n < model.calls.size(); ++n)
    for (std::size_t k = 0; k < model.graph->nodes[n].outputs.size(); ++k)
      if (model.graph->nodes[n].outputs[k] == value) return model.calls[n].outputs[k];
  return std::nullopt;
}

const ComparedNode* Comparison::first_divergence() const {
  const auto found = std::ranges::find_if(nodes, [](const ComparedNode& one) { return one.judged.differs(); });
  return found == nodes.end() ? nullptr : &*found;
}

const Explanation* Comparison::first_explanation() const {
  if (const ComparedNode* first = first_divergence()) return &first->why;
  const auto found = std::ranges::find_if(stretches, [](const ComparedStretch& one) { return one.differing != 0; });
  return found == stretches.end() ? nullptr : &found->why;
}

Result<Comparison> compare(const std::shared_ptr<const CheckedModel>& model, Trail inputs, const Trail& candidate,
                           Team* team, const Progress& on_node_done) {
  const Graph& graph = *model->graph;
  Comparison result{model};
  add_constants(graph, inputs);
  // What the candidate computes with: its own values, and what nobody computes.
  std::vector<const Tensor*> own(graph.values.size(), nullptr);
  for (std::size_t v = 0; v < own.size(); ++v)
    own[v] = v < candidate.size() && candidate[v] ? &*candidate[v] : inputs[v] ? &*inputs[v] : nullptr;

  Replicated replicated;
  if (auto problem = run_policies(inputs, candidate, team, result, replicated)) return *std::move(problem);
  for (const std::uint32_t v : graph.outputs) {
    const TensorView reference = std::as_const(*result.reference[v]).view();
    const bool is_computed = argument_of(*model, v).has_value();
    if (!candidate[v] && is_computed) result.missing += reference.shape.count;
    if (!candidate[v]) continue;
    result.outputs.push_back(compared(v, candidate[v]->view(), reference));
    if (!is_computed) result.held.push_back({v});
  }

  judge_nodes(inputs, own, candidate, team, on_node_done, result);
  hold_values(candidate, replicated, result);
  result.candidate = std::move(inputs);
  for (std::size_t v = 0; v < candidate.size(); ++v)
    if (candidate[v]) result.candidate[v] = *candidate[v];
  return result;
}

std::optional<Finding> add_deployed(Comparison& comparison, const Trail& deployed) {
  const Graph& graph = *comparison.model->graph;
  std::optional<WholeBounds> bounds;
  for (std::uint32_t v = 0; v < deployed.size(); ++v) {
    if (!deployed[v]) continue;
    if (std::ranges::find(comparison.outputs, v, &ComparedValue::value) == comparison.outputs.end())
      return error(
          Code::usage, "CON-ALL-DEPLOYED",
          "the deployed model gives " + quoted(graph.values[v].name, 60) + ", which the candidate does not give",
          "give that output of the run with intermediate values as well");
    const TensorView given = deployed[v]->view(), reference = std::as_const(*comparison.reference[v]).view();
    const TensorView candidate = std::as_const(*comparison.candidate[v]).view();
    DeployedValue one{compared(v, given, candidate), compared(v, given, reference), {v}};
    if (one.to_reference.differing == 0)
      one.held.within = one.to_candidate.differing;  // the reference is an admissible evaluation
    else if (one.to_candidate.differing != 0) {
      if (!bounds) bounds = whole_bounds(*comparison.model, comparison.reference);
      for (std::uint64_t i = 0; i < given.shape.count; ++i)
        if (!same_bits(given, candidate, i)) hold_against(*bounds, given, reference, i, one.held);
    }
    comparison.deployed.push_back(std::move(one));
  }
  return std::nullopt;
}

}  // namespace etalon::impl
