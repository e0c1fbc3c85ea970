// SPDX-License-Identifier: Apache-2.0
// Floor 7. See bounds.hpp.
#include "accuracy/bounds.hpp"

#include "accuracy/worlds.hpp"
#include "base/fp_environment.hpp"
#include "ops/family/map.hpp"
#include "ops/reference_table.hpp"

namespace etalon::impl {

// ---- the facets -----------------------------------------------------------------------------------------------------

#define BOUND(id)                      \
  extern const Operator id##_operator; \
  extern const OperatorBound id##_bound;
#include "ops/bounds.inc"
#undef BOUND

const OperatorBound& bound_of(const Operator& op) {
  static constexpr OperatorBound exact = {
      .a_priori = [](const Call&, double, double) { return 0.0; },
      .formula = [](const Call&) { return "0"; },
      .rounds_once = [](const Call&) { return true; },
  };
  static constexpr Facet<const OperatorBound*> own[] = {
#define BOUND(id) {&id##_operator, &id##_bound},
#include "ops/bounds.inc"
#undef BOUND
  };
  return *facet_of(op, own, &exact);
}

std::uint64_t terms_of(const Call& call) {
  const OperatorBound& bound = bound_of(*call.op);
  return bound.terms != nullptr ? bound.terms(call) : call.op->writes() ? 0 : 1;
}

std::vector<Ingredient> ingredients_of(const Call& call, Inputs inputs, unsigned output, std::uint64_t i,
                                       std::uint64_t k) {
  if (const OperatorBound& bound = bound_of(*call.op); bound.term != nullptr) return bound.term(call, i, k);
  std::vector<Ingredient> ingredients;
  if (call.op->moves()) {
    if (const Run run = run_at(call, inputs, output, i); run.input != Run::no_input)
      ingredients.push_back({run.input, run.element});
  } else {
    for (unsigned x = 0; x < call.inputs.size(); ++x)
      if (call.inputs[x]) ingredients.push_back({x, broadcast_element(call, x, i)});
  }
  return ingredients;
}

// ---- the reference over each carrier --------------------------------------------------------------------------------

namespace {

bool is_data(const Call& call, std::size_t k) {
  return call.inputs[k] && formal_at(call.row->inputs, k)->use == Formal::Use::data;
}

// `plain` has the address of each operand's elements, for those that are indices.
template <class World, class Operand, class Result>
Status run(const Call& call, const std::vector<Operand>& inputs, Inputs plain, std::vector<Result>& outputs) {
  std::vector<const void*> in;
  std::vector<void*> out;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    in.push_back(!call.inputs[k] ? nullptr : is_data(call, k) ? &inputs[k] : plain[k]);
  for (std::size_t k = 0; k < outputs.size(); ++k) out.push_back(call.outputs[k] ? &outputs[k] : nullptr);
  const FpGuard guard;
  return reference_in<World>(call)(World{}, call, in, out, {});
}

void make_room(const Call& call, Bounds& bounds) {
  bounds.resize(call.outputs.size());
  for (std::size_t k = 0; k < bounds.size(); ++k)
    bounds[k].resize(call.outputs[k] ? static_cast<std::size_t>(call.outputs[k]->shape.count) : 0);
}

}  // namespace

bool is_known(const Tensor& low, const Tensor& high, std::span<const double> bounds) {
  return std::ranges::equal(std::span(low.data(), low.bytes()), std::span(high.data(), high.bytes())) &&
         std::ranges::all_of(bounds, [](double bound) { return bound == 0; });
}

bool decides(const Call& call, std::size_t k) {
  const Formal::Use use = formal_at(call.row->inputs, k)->use;
  return use == Formal::Use::index || (use == Formal::Use::shape && is_floating(call.inputs[k]->type));
}

Finding unknown_index(const CheckedModel& model, std::size_t node, std::size_t k) {
  const Call& call = model.calls[node];
  Finding finding = unjudged("ACC-ALL-INDEX",
                             std::string(call.op->name) + ": " + formal_name(call.row->inputs, k) +
                                 " says which elements are taken, and it is not known exactly",
                             "give the inputs that it depends on as values, without a range or a tolerance");
  finding.status.node = static_cast<std::uint32_t>(node);
  return finding;
}

bool is_floating(const Call& call) {
  const auto floating = [](const std::optional<Argument>& argument) {
    return !argument || info(argument->type).kind == Kind::floating;
  };
  for (std::size_t k = 0; k < call.inputs.size(); ++k)
    if (is_data(call, k) && !floating(call.inputs[k]) && call.inputs[k]->type != DType::boolean) return false;
  return std::ranges::all_of(call.outputs, floating);
}

Status introduced(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
                  Bounds& bounds, Risks* risks) {
  make_room(call, bounds);
  std::vector<TrackedOperand<const void*>> operands;
  std::vector<const void*> plain;
  for (const TensorView& input : inputs) {
    operands.push_back({input.data});
    plain.push_back(input.data);
  }
  std::vector<TrackedResult<void*>> results;
  for (std::size_t k = 0; k < outputs.size(); ++k) results.push_back({outputs[k].data, bounds[k].data(), risks});
  return run<Pointed>(call, operands, plain, results);
}

void ranged(const Call& call, std::span<const RangeView> inputs, std::span<const MutableRangeView> outputs,
            Bounds& bounds, Risks& risks) {
  make_room(call, bounds);
  std::vector<TrackedOperand<RangeOperand>> operands;
  std::vector<const void*> plain;
  for (const RangeView& input : inputs) {
    operands.push_back({{input.low.data, input.high.data}});
    plain.push_back(input.low.data);
  }
  std::vector<TrackedResult<RangeResult>> results;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    results.push_back({{outputs[k].low.data, outputs[k].high.data}, bounds[k].data(), &risks});
  run<Ranged>(call, operands, plain, results);
}

bool are_numbers(const RealOperand& operand, std::uint64_t count) {
  const EndsView ends = operand.view();
  for (std::uint64_t i = 0; i < count; ++i)
    if (!is_finite(ends[i]) || (!operand.errors.empty() && !(operand.errors[i] < infinite_bound))) return false;
  return true;
}

std::vector<OverReals> over_reals(const Call& call, std::span<const RealOperand> inputs, Risks* risks) {
  std::vector<TrackedOperand<RealIntervals::Operand>> operands;
  std::vector<const void*> plain;
  for (const RealOperand& input : inputs) {
    operands.push_back({input.view(), input.errors.empty() ? nullptr : input.errors.data()});
    plain.push_back(input.plain);
  }
  std::vector<OverReals> reals(call.outputs.size());
  std::vector<TrackedResult<RealIntervals::Result>> results;
  for (std::size_t k = 0; k < reals.size(); ++k) {
    const auto count = call.outputs[k] ? static_cast<std::size_t>(call.outputs[k]->shape.count) : 0;
    reals[k] = {std::vector<double>(count), std::vector<double>(count), std::vector<double>(count),
                std::vector<double>(count, infinite_bound)};
    results.push_back(
        {{reals[k].sizes.data(), reals[k].size.data(), reals[k].terms.data()}, reals[k].propagated.data(), risks});
  }
  run<Propagated>(call, operands, plain, results);
  return reals;
}

std::vector<Ends> ends_between(const TensorView& low, const TensorView& high) {
  std::vector<Ends> ends(static_cast<std::size_t>(low.shape.count));
  for (std::uint64_t i = 0; i < low.shape.count; ++i) ends[i] = {ends_of(low, i).low, ends_of(high, i).high};
  return ends;
}

}  // namespace etalon::impl
