// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum can be wrong by, before anything is computed. It has no products, so nothing underflows: a sum of
// numbers of a format that is below the smallest normal one is exact. The first step, from zero, is exact as well.
#include "ops/bound.hpp"
#include "ops/dot.hpp"
#include "ops/reducesum/reduction.hpp"

namespace etalon::impl {
namespace {

constexpr const char* formulas[] = {
    "min((n-1)*u*S, S)",
    "min((n-1)*u*S, S)",
    "E + u*(|s|+E), E = min((n-1)*w*S, S), w of the wider format",
    "u*|s|",
};

double a_priori(const Call& call, double sizes, double size) {
  const Reduction r(call);
  const DType type = call.inputs[0]->type;
  const FormatFacts f = facts_of(type);
  if (r.terms <= 1) return sizes <= f.largest ? 0 : infinite_bound;
  double bound = infinite_bound, reached = sizes;  // `reached`: no step gets beyond it and the bound
  switch (call.choices.accumulation) {
    case Accumulation::sequential:
    case Accumulation::fused:
      bound = steps_bound(r.terms, f.u, sizes);
      break;
    case Accumulation::wide: {
      const FormatFacts w = facts_of(type == DType::f32 ? DType::f64 : DType::f32);
      const double steps = steps_bound(r.terms, w.u, sizes);
      if (!(sum_up(sizes, steps) <= w.largest)) return infinite_bound;
      bound = sum_up(steps, product_up(f.u, sum_up(size, steps)));
      reached = size;
      break;
    }
    case Accumulation::exact:
      bound = product_up(f.u, size);
      reached = size;
      break;
  }
  return sum_up(reached, bound) <= f.largest ? bound : infinite_bound;
}

}  // namespace

extern const OperatorBound reducesum_bound;
constexpr OperatorBound reducesum_bound = {
    .a_priori = a_priori,
    .formula = [](const Call& call) { return formulas[static_cast<unsigned>(call.choices.accumulation)]; },
    .rounds_once =
        [](const Call& call) {  // the first addition is exact, also by way of a wider format
          const Accumulation policy = call.choices.accumulation;
          return policy == Accumulation::exact || Reduction(call).terms <= (policy == Accumulation::wide ? 1u : 2u);
        },
    .terms = [](const Call& call) { return Reduction(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<std::uint64_t> {
      const Reduction r(call);
      return {r.first(i) + r.term(k)};
    },
};

}  // namespace etalon::impl
