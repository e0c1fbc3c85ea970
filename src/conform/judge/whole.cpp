// SPDX-License-Identifier: Apache-2.0
// Floor 8. See whole.hpp.
#include "conform/judge/whole.hpp"

#include <algorithm>
#include <cmath>

#include "conform/judge/allowed_value.hpp"
#include "conform/judge/sets.hpp"

namespace etalon::impl {
namespace {

// Of terms that are summed and rounded in any order; functions are within `ulps`.
double introduced_by_any(const Call& call, DType type, const OverReals& real, std::size_t i, double ulps) {
  const double sizes = real.sizes[i], size = real.size[i];
  const OperatorBound& bound = bound_of(*call.op);
  const FormatFacts facts = facts_of(type);
  const double known = bound.a_priori(under(call, Accumulation::sequential), sizes, size);
  if (bound.multiplied_out != 0) return infinite_bound;  // a sum that is multiplied out can cancel
  // A function is within so many ulp of a number that is rounded to the real value, or beside it.
  if (bound.rounds_once(under(call, Accumulation::sequential)))
    return known * (bound.leaves_accuracy_open ? 2 * ulps + 1 : 1);
  if (!(known < infinite_bound) || bound.assumes_exact_coordinates) return infinite_bound;
  // The terms of a sum, or the operands that are added; a bias, and what is done to the sum. A term that is certainly
  // zero is none: at most a partial sum of a wider format is rounded into the type there, which takes a rounding of
  // both formats for each other term.
  const std::uint64_t most = std::max<std::uint64_t>(terms_of(call), call.inputs.size());
  const bool is_counted = bound.terms != nullptr && real.terms[i] < static_cast<double>(most);
  const std::uint64_t n = (is_counted ? static_cast<std::uint64_t>(real.terms[i]) : most) + 2;
  const double growth = growth_of(facts.u, n + 1 + n / 1024);
  // What underflows on the way, with what is done to it then, is known for one order, and at most doubles in others.
  // If it is the terms that are multiplied or divided, each of them may underflow after that.
  const double underflow =
      sum_up(bound.a_priori(under(call, Accumulation::sequential), 0, 0), static_cast<double>(n) * facts.eta);
  const double bounded = sum_up(product_up(growth, sizes), product_up(2 * underflow, 1 + growth));
  return sum_up(sizes, bounded) <= facts.largest ? bounded : infinite_bound;
}

// Two integers that conform to "QUANTISE-ALL-ADMISSIBLE" are those beside a tie. Where the scale and the zero point
// follow from the operands as well, they are as far apart as a few roundings of these can bring them, of which the
// reference's own error has one each.
Admitted quantised(const Call& call, DType type, double own) {
  const double width = std::ldexp(1.0, static_cast<int>(info(type).bits)) - 1;
  const double apart = std::min(call.outputs.size() > 1 ? sum_up(product_up(8, own), 2) : 2, width);
  return {own < infinite_bound ? std::min(sum_up(own, apart), width) : own, apart};
}

Admitted admitted(const Call& call, DType type, const OverReals& real, std::size_t i, double own, double ulps) {
  const OperatorBound& bound = bound_of(*call.op);
  if (!is_floating(type)) {
    if (bound.quantises) return quantised(call, type, own);
    return has_one_value(call) ? Admitted{own, 0} : Admitted{infinite_bound, infinite_bound};
  }
  // A scale that follows from the operands: a difference without cancellation, and a quotient or a product with a
  // reciprocal, each of them rounded or not.
  if (bound.quantises) {
    if (!(own < infinite_bound)) return {own, own};  // the difference may overflow
    const FormatFacts facts = facts_of(type);
    const double steps = sum_up(product_up(growth_of(facts.u, 4), real.size[i]), 4 * facts.eta);
    return {steps, sum_up(steps, std::min(steps, own))};
  }
  const double introduced = introduced_by_any(call, type, real, i, ulps);
  if (has_one_value(call)) return {std::min(introduced, own), 0};
  return {introduced, sum_up(introduced, std::min(introduced, own))};
}

}  // namespace

Admitted admitted_near(const Call& call, DType result, const OverReals& real, std::size_t i, double own) {
  return admitted(call, result, real, i, own, 1);
}
Admitted admitted_far(const Call& call, DType result, const OverReals& real, std::size_t i, double own) {
  return admitted(call, result, real, i, own, static_cast<double>(most_ulps(result)));
}

WholeErrors whole_errors(const CheckedModel& model, const Trail& reference, AdmittedErrors admitted, Forms forms) {
  Analysis analysis;
  analysis.model = {std::shared_ptr<void>(), &model};
  analysis.values.resize(reference.size());
  std::vector<bool> is_made(reference.size());
  for (const Node& node : model.graph->nodes)
    for (const std::uint32_t value : node.outputs) is_made[value] = true;
  for (std::size_t v = 0; v < reference.size(); ++v)
    if (reference[v] && !is_made[v]) analysis.values[v] = known_value(*reference[v]);
  WholeErrors bounds(reference.size());
  // What each node introduces is not needed. The tensors of a run are within the limits.
  const FormLimits limits{.products = std::uint64_t{1} << 28};
  const BoundSettings settings{admitted, forms == Forms::used ? &limits : nullptr};
  (void)bound_all(analysis, reference, settings, {}, [&](std::uint64_t) { analysis.results.clear(); });
  for (std::size_t v = 0; v < bounds.size(); ++v) {
    ValueErrors& value = analysis.values[v];
    // An integer quotient is not the rational one, and yet there is one.
    for (std::size_t i = 0; i < value.bound.size() && !is_floating(value.low->type()); ++i)
      if (same_value(std::as_const(*value.low).view(), std::as_const(*value.high).view(), i)) value.bound[i] = 0;
    if (!std::ranges::all_of(value.bound, [](double e) { return e == 0; })) bounds[v] = std::move(value.bound);
  }
  return bounds;
}

WholeBounds whole_bounds(const CheckedModel& model, const Trail& reference) {
  WholeBounds bounds{whole_errors(model, reference, admitted_near), {}};
  const bool has_functions = std::ranges::any_of(model.calls, is_open_function);
  bounds.far = has_functions ? whole_errors(model, reference, admitted_far) : bounds.near;
  return bounds;
}

}  // namespace etalon::impl
