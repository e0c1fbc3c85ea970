// SPDX-License-Identifier: Apache-2.0
// Floor 7. What an average can be wrong by, before anything is computed: the sum, and its quotient.
#include "ops/bound.hpp"
#include "ops/reduction.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  const std::uint64_t count = Reduction(call).terms;
  return {count, false, 1, count == 0 ? 1 : 1 / static_cast<double>(count)};
}

}  // namespace

extern const OperatorBound reducemean_bound;
constexpr OperatorBound reducemean_bound = {
    .a_priori =
        [](const Call& call, double sizes, double size) {
          return a_priori_sum(call.inputs[0]->type, call.choices.accumulation, shape_of(call), sizes, size);
        },
    .formula = [](const Call& call) { return formula_of_sum(call.choices.accumulation, shape_of(call)); },
    .rounds_once =
        [](const Call& call) {  // a quotient of one element
          const Accumulation policy = call.choices.accumulation;
          return policy == Accumulation::exact || (policy != Accumulation::wide && shape_of(call).terms <= 1);
        },
    .terms = [](const Call& call) { return shape_of(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
