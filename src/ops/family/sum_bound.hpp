// SPDX-License-Identifier: Apache-2.0
// Floor 4. The bound of an operator that is a sum, perhaps followed by further roundings: an operator says how long
// the sum is and what its terms are made of.
#pragma once

#include "ops/bound.hpp"

namespace etalon::impl {

using ShapeOfSum = SumShape (*)(const Call& call);

// Whether at most one step rounds. The first addition of an element is exact, also by way of a wider format; a product
// is rounded there twice.
inline bool rounds_once(Accumulation policy, const SumShape& sum) {
  if (policy == Accumulation::exact) return true;
  const bool wide = policy == Accumulation::wide;
  if (sum.products) return !wide && sum.terms <= 1 && sum.further == 0;
  return (sum.terms == 0 ? 0 : sum.terms - 1) + sum.further <= (wide ? 0u : 1u);
}

template <ShapeOfSum shape_of>
constexpr OperatorBound bound_of_sum(decltype(OperatorBound::terms) terms, decltype(OperatorBound::term) term) {
  return {
      .a_priori =
          [](const Call& call, double sizes, double size) {
            return a_priori_sum(call.inputs[0]->type, call.choices.accumulation, shape_of(call), sizes, size);
          },
      .formula = [](const Call& call) { return formula_of_sum(call.choices.accumulation, shape_of(call)); },
      .rounds_once = [](const Call& call) { return rounds_once(call.choices.accumulation, shape_of(call)); },
      .terms = terms,
      .term = term,
  };
}

}  // namespace etalon::impl
