// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum can be wrong by, before anything is computed ("ACC-FLOAT-DOT"); see the page of MatMul.
#include "ops/bound.hpp"

namespace etalon::impl {
namespace {

DType wider(DType type) { return type == DType::f32 ? DType::f64 : DType::f32; }

// Of products n*u*S + n*eta*(1+n*u), and at most S for fused steps; of elements (n-1)*u*S, and at most S: the first
// addition is exact, and no sum is subnormal and inexact. Each sum is nearer to its exact value than the sum before it
// was, so that its error is at most the term added.
double steps_bound(const SumShape& sum, const FormatFacts& f, double sizes, bool fused) {
  if (sum.terms == 0) return 0;
  const double n = step_up(static_cast<double>(sum.terms));
  if (!sum.products) {
    const double all = product_up(product_up(step_up(static_cast<double>(sum.terms - 1)), f.u), sizes);
    return sum.terms == 1 ? 0 : std::min(all, sizes);
  }
  const double nu = product_up(n, f.u);
  // What underflows is multiplied by the factor as well.
  const double eta = product_up(f.eta, sum.factor);
  const double all = sum_up(product_up(nu, sizes), product_up(product_up(n, eta), sum_up(1, nu)));
  return std::min(all, fused ? sizes : sum_up(product_up(1 + 2 * f.u, sizes), product_up(2 * n, eta)));
}

// The bound after the further roundings: no intermediate value exceeds the sizes and the error so far.
double with_further(double bound, const SumShape& sum, const FormatFacts& f, double sizes) {
  for (unsigned k = 0; k < sum.further; ++k)
    bound = sum_up(bound, std::max(product_up(f.u, sum_up(sizes, bound)), f.eta));
  return bound;
}

// Whether the sum, before it is multiplied, and everything after it stay in the format.
bool fits(double sizes, double bound, const SumShape& sum, const FormatFacts& f) {
  const double reached = sum_up(sizes, bound);
  return reached <= f.largest && quotient_up(reached, std::min(sum.factor, 1.0)) <= f.largest;
}

}  // namespace

double a_priori_sum(DType type, Accumulation policy, const SumShape& sum, double sizes, double size) {
  const FormatFacts f = facts_of(type);
  // A sum of elements is exact where it is subnormal.
  const double eta = sum.products || sum.further > 0 ? f.eta : 0;
  switch (policy) {
    case Accumulation::sequential:
    case Accumulation::fused: {
      const double steps = steps_bound(sum, f, sizes, policy == Accumulation::fused);
      const double bound = with_further(steps, sum, f, sizes);
      return fits(sizes, bound, sum, f) ? bound : infinite_bound;
    }
    case Accumulation::wide: {
      const FormatFacts w = facts_of(wider(type));
      const double steps = with_further(steps_bound(sum, w, sizes, true), sum, w, sizes);
      if (!fits(sizes, steps, sum, w)) return infinite_bound;
      const bool is_exact = sum.further == 0 && (sum.terms == 0 || (!sum.products && sum.terms == 1));
      const double bound = is_exact ? 0 : sum_up(steps, std::max(product_up(f.u, sum_up(size, steps)), eta));
      return sum_up(size, bound) <= f.largest ? bound : infinite_bound;
    }
    case Accumulation::exact: {
      const bool is_exact = sum.further == 0 && (sum.terms == 0 || (!sum.products && sum.terms == 1));
      const double bound = is_exact ? 0 : std::max(product_up(f.u, size), eta);
      return sum_up(size, bound) <= f.largest ? bound : infinite_bound;
    }
  }
  return infinite_bound;
}

const char* formula_of_sum(Accumulation policy, const SumShape& sum) {
  static constexpr const char* of_products[] = {
      "min(n*u*S + n*eta*(1+n*u), (1+2u)*S + 2*n*eta)",
      "min(n*u*S + n*eta*(1+n*u), S)",
      "E + max(u*(|s|+E), eta), E = min(n*w*S + n*eta_w*(1+n*w), S), w and eta_w of the wider format",
      "max(u*|s|, eta)",
  };
  static constexpr const char* of_elements[] = {
      "min((n-1)*u*S, S)",
      "min((n-1)*u*S, S)",
      "E + u*(|s|+E), E = min((n-1)*w*S, S), w of the wider format",
      "u*|s|",
  };
  static constexpr const char* followed[] = {
      "E_r, E_0 = the bound of the sum, E_k = E_(k-1) + max(u*(S+E_(k-1)), eta), r = roundings after the sum",
      "E_r, E_0 = the bound of the sum, E_k = E_(k-1) + max(u*(S+E_(k-1)), eta), r = roundings after the sum",
      "E + max(u*(|s|+E), eta), E = the bound of the sum and of what follows in the wider format",
      "max(u*|s|, eta)",
  };
  const auto which = static_cast<unsigned>(policy);
  return sum.further > 0 ? followed[which] : sum.products ? of_products[which] : of_elements[which];
}

}  // namespace etalon::impl
