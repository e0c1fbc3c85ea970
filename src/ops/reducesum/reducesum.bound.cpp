// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum can be wrong by, before anything is computed. It has no products, so nothing underflows: a sum of
// numbers of a format that is below the smallest normal one is exact. The first step, from zero, is exact as well.
#include "ops/bound.hpp"
#include "ops/dot.hpp"
#include "ops/reduction.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) { return {Reduction(call).terms, false}; }

}  // namespace

extern const OperatorBound reducesum_bound;
constexpr OperatorBound reducesum_bound = {
    .a_priori =
        [](const Call& call, double sizes, double size) {
          return a_priori_sum(call.inputs[0]->type, call.choices.accumulation, shape_of(call), sizes, size);
        },
    .formula = [](const Call& call) { return formula_of_sum(call.choices.accumulation, shape_of(call)); },
    .rounds_once =
        [](const Call& call) {  // the first addition is exact, also by way of a wider format
          const Accumulation policy = call.choices.accumulation;
          return policy == Accumulation::exact || Reduction(call).terms <= (policy == Accumulation::wide ? 1u : 2u);
        },
    .terms = [](const Call& call) { return Reduction(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
