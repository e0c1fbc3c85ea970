// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum of products can be wrong by, before anything is computed ("ACC-FLOAT-DOT").
#include "ops/bound.hpp"
#include "ops/dot.hpp"
#include "ops/matmul/geometry.hpp"

namespace etalon::impl {
namespace {

constexpr const char* formulas[] = {
    "min(n*u*S + n*eta*(1+n*u), (1+2u)*S + 2*n*eta)",
    "min(n*u*S + n*eta*(1+n*u), S)",
    "E + max(u*(|s|+E), eta), E = min(n*w*S + n*eta_w*(1+n*w), S), w and eta_w of the wider format",
    "max(u*|s|, eta)",
};

MatmulGeometry geometry(const Call& call) { return *MatmulGeometry::of(call.inputs[0]->shape, call.inputs[1]->shape); }

DType wider(DType type) { return type == DType::f32 ? DType::f64 : DType::f32; }

// n*u*S + n*eta*(1+n*u)
double steps_bound(double n, const FormatFacts& f, double sizes) {
  const double nu = product_up(n, f.u);
  return sum_up(product_up(nu, sizes), product_up(product_up(n, f.eta), sum_up(1, nu)));
}

}  // namespace

double a_priori_dot(DType type, Accumulation policy, std::uint64_t count, double sizes, double size) {
  const FormatFacts f = facts_of(type);
  const double n = step_up(static_cast<double>(count));
  if (count == 0) return 0;
  double bound = infinite_bound, reached = sizes;  // `reached`: no step gets beyond it and the bound
  switch (policy) {
    case Accumulation::sequential:
      // Each sum is nearer to its exact value than the sum before it was: its error is at most the product added.
      bound = std::min(steps_bound(n, f, sizes), sum_up(product_up(1 + 2 * f.u, sizes), product_up(2 * n, f.eta)));
      break;
    case Accumulation::fused:
      bound = std::min(steps_bound(n, f, sizes), sizes);
      break;
    case Accumulation::wide: {
      const FormatFacts w = facts_of(wider(type));
      const double steps = std::min(steps_bound(n, w, sizes), sizes);
      if (!(sum_up(sizes, steps) <= w.largest)) return infinite_bound;
      bound = sum_up(steps, std::max(product_up(f.u, sum_up(size, steps)), f.eta));
      reached = size;
      break;
    }
    case Accumulation::exact:
      bound = std::max(product_up(f.u, size), f.eta);
      reached = size;
      break;
  }
  return sum_up(reached, bound) <= f.largest ? bound : infinite_bound;
}

extern const OperatorBound matmul_bound;
constexpr OperatorBound matmul_bound = {
    .a_priori =
        [](const Call& call, double sizes, double size) {
          return a_priori_dot(call.inputs[0]->type, call.choices.accumulation, geometry(call).inner, sizes, size);
        },
    .formula = [](const Call& call) { return formulas[static_cast<unsigned>(call.choices.accumulation)]; },
    .rounds_once =
        [](const Call& call) {  // a sum of one product has one rounding, except by way of a wider format
          const Accumulation policy = call.choices.accumulation;
          return policy == Accumulation::exact || (policy != Accumulation::wide && geometry(call).inner <= 1);
        },
    .terms = [](const Call& call) { return geometry(call).inner; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<std::uint64_t> {
      const MatmulGeometry g = geometry(call);
      const std::uint64_t matrix = i / (g.rows * g.columns), row = i / g.columns % g.rows, column = i % g.columns;
      return {g.matrix(0, matrix) + row * g.inner + k, g.matrix(1, matrix) + k * g.columns + column};
    },
};

}  // namespace etalon::impl
