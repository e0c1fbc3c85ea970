// SPDX-License-Identifier: Apache-2.0
// Floor 8. See whole.hpp.
#include "conform/judge/whole.hpp"

#include <algorithm>

#include "conform/judge/allowed_value.hpp"
#include "conform/judge/sets.hpp"

namespace etalon::impl {
namespace {

// Of terms that are summed and rounded in any order; functions are within `ulps`.
double introduced_by_any(const Call& call, DType type, double sizes, double size, double ulps) {
  const OperatorBound& bound = bound_of(*call.op);
  const FormatFacts facts = facts_of(type);
  const double known = bound.a_priori(under(call, Accumulation::sequential), sizes, size);
  if (bound.multiplied_out != 0) return infinite_bound;  // a sum that is multiplied out can cancel
  // A function is within so many ulp of a number that is rounded to the real value, or beside it.
  if (bound.rounds_once(under(call, Accumulation::sequential)))
    return known * (bound.leaves_accuracy_open ? 2 * ulps + 1 : 1);
  if (!(known < infinite_bound) || bound.assumes_exact_coordinates) return infinite_bound;
  // The terms of a sum, or the operands that are added; a bias, and what is done to the sum.
  const std::uint64_t n = std::max<std::uint64_t>(terms_of(call), call.inputs.size()) + 2;
  const double growth = growth_of(facts.u, n + 1);
  const double bounded =
      sum_up(product_up(growth, sizes), product_up(2 * static_cast<double>(n) * facts.eta, 1 + growth));
  return sum_up(sizes, bounded) <= facts.largest ? bounded : infinite_bound;
}

Admitted admitted(const Call& call, DType type, double sizes, double size, double own, double ulps) {
  const OperatorBound& bound = bound_of(*call.op);
  if (!is_floating(type)) {
    // The integer beside a tie, and that of a zero point which follows from the operands ("QUANTISE-ALL-ADMISSIBLE").
    if (bound.quantises) return {2, 2};
    return has_one_value(call) ? Admitted{own, 0} : Admitted{infinite_bound, infinite_bound};
  }
  // A scale that follows from the operands: a difference without cancellation, and a quotient or a product with a
  // reciprocal, each of them rounded or not.
  if (bound.quantises) {
    const FormatFacts facts = facts_of(type);
    const double steps = sum_up(product_up(growth_of(facts.u, 4), size), 4 * facts.eta);
    return {steps, sum_up(steps, std::min(steps, own))};
  }
  const double introduced = introduced_by_any(call, type, sizes, size, ulps);
  if (has_one_value(call)) return {std::min(introduced, own), 0};
  return {introduced, sum_up(introduced, std::min(introduced, own))};
}

WholeBounds::OfValues bounds_with(const CheckedModel& model, const Trail& reference, AdmittedErrors admitted) {
  Analysis analysis;
  analysis.model = {std::shared_ptr<void>(), &model};
  analysis.values.resize(reference.size());
  std::vector<bool> is_made(reference.size());
  for (const Node& node : model.graph->nodes)
    for (const std::uint32_t value : node.outputs) is_made[value] = true;
  for (std::size_t v = 0; v < reference.size(); ++v)
    if (reference[v] && !is_made[v]) analysis.values[v] = known_value(*reference[v]);
  WholeBounds::OfValues bounds(reference.size());
  // What each node introduces is not needed. The tensors of a run are within the limits.
  const FormLimits limits{.products = std::uint64_t{1} << 28};
  (void)bound_all(analysis, reference, {admitted, &limits}, {}, [&](std::uint64_t) { analysis.results.clear(); });
  for (std::size_t v = 0; v < bounds.size(); ++v) {
    ValueErrors& value = analysis.values[v];
    // An integer quotient is not the rational one, and yet there is one.
    for (std::size_t i = 0; i < value.bound.size() && !is_floating(value.low->type()); ++i)
      if (same_value(std::as_const(*value.low).view(), std::as_const(*value.high).view(), i)) value.bound[i] = 0;
    if (!std::ranges::all_of(value.bound, [](double e) { return e == 0; })) bounds[v] = std::move(value.bound);
  }
  return bounds;
}

}  // namespace

Admitted admitted_near(const Call& call, DType result, double sizes, double size, double own) {
  return admitted(call, result, sizes, size, own, 1);
}
Admitted admitted_far(const Call& call, DType result, double sizes, double size, double own) {
  return admitted(call, result, sizes, size, own, static_cast<double>(most_ulps(result)));
}

WholeBounds whole_bounds(const CheckedModel& model, const Trail& reference) {
  WholeBounds bounds{bounds_with(model, reference, admitted_near), {}};
  const bool has_functions = std::ranges::any_of(model.calls, is_open_function);
  bounds.far = has_functions ? bounds_with(model, reference, admitted_far) : bounds.near;
  return bounds;
}

}  // namespace etalon::impl
