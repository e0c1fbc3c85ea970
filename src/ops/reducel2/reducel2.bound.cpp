// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a norm can be wrong by, before anything is computed. The sum S of squares is wrong by n*u*S and what
// underflows; |sqrt(x) - sqrt(y)| is at most |x-y| / sqrt(x), and at most sqrt(|x-y|).
#include "ops/bound.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {
namespace {

// E = n*u*|y| + sqrt(n*eta*(1+n*u)), in the format of the sum; infinite where that overflows.
double before_root(std::uint64_t terms, const FormatFacts& f, double size) {
  if (terms == 0) return 0;
  const double n = step_up(static_cast<double>(terms)), nu = product_up(n, f.u);
  const double lost = product_up(product_up(n, f.eta), sum_up(1, nu));
  const double sum = product_up(size, size);
  if (!(sum_up(product_up(sum, sum_up(1, nu)), lost) <= f.largest)) return infinite_bound;
  return sum_up(product_up(nu, size), step_up(std::sqrt(lost)));
}

double a_priori(const Call& call, double, double size) {
  const std::uint64_t terms = Reduction(call).terms;
  const DType type = call.inputs[0]->type;
  const FormatFacts f = facts_of(type);
  const auto rounded = [&](double error, const FormatFacts& format) {
    return sum_up(error, product_up(format.u, sum_up(size, error)));
  };
  switch (call.choices.accumulation) {
    case Accumulation::sequential:
    case Accumulation::fused:
      return rounded(before_root(terms, f, size), f);
    case Accumulation::wide: {
      const FormatFacts w = facts_of(type == DType::f32 ? DType::f64 : DType::f32);
      const double bound = rounded(rounded(before_root(terms, w, size), w), f);
      return sum_up(size, bound) <= f.largest ? std::max(bound, f.eta) : infinite_bound;
    }
    case Accumulation::exact:
      break;
  }
  return a_priori_rounding(size, f, Underflow::possible);
}

}  // namespace

extern const OperatorBound reducel2_bound;
constexpr OperatorBound reducel2_bound = {
    .a_priori = a_priori,
    .formula =
        [](const Call& call) {
          static constexpr const char* formulas[] = {
              "E + u*(|y|+E), E = n*u*|y| + sqrt(n*eta*(1+n*u))",
              "E + u*(|y|+E), E = n*u*|y| + sqrt(n*eta*(1+n*u))",
              "F + u*(|y|+F), F = E + w*(|y|+E), E = n*w*|y| + sqrt(n*eta_w*(1+n*w)), w and eta_w of the wider format",
              "max(u*|y|, eta)",
          };
          return formulas[static_cast<unsigned>(call.choices.accumulation)];
        },
    .rounds_once =
        [](const Call& call) { return call.choices.accumulation == Accumulation::exact || Reduction(call).identity; },
    .terms = [](const Call& call) { return Reduction(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
