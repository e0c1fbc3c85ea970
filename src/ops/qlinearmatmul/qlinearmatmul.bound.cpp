// SPDX-License-Identifier: Apache-2.0
// Floor 7. QLinearMatMul rounds once, to an integer, which is part of its meaning. Here is what its results are made
// of.
#include "ops/bound.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

constexpr ProductOperands at = linear_product;

// The product of two elements; and, last, the scales and the zero points.
std::vector<Ingredient> term(const Call& call, std::uint64_t i, std::uint64_t k) {
  const QuantisedProduct g = *QuantisedProduct::of(call, at);
  const MatmulGeometry& m = g.product;
  if (k == m.inner) {
    const std::uint64_t a = g.a.place(i), b = g.b.place(i), y = g.y.place(i);
    return {{at.a_scale, a},      {at.a_zero_point, a}, {at.b_scale, b},
            {at.b_zero_point, b}, {at.y_scale, y},      {at.y_zero_point, y}};
  }
  const std::uint64_t matrix = i / (m.rows * m.columns);
  return {{at.a, m.matrix(0, matrix) + i / m.columns % m.rows * m.inner + k},
          {at.b, m.matrix(1, matrix) + i % m.columns + k * m.columns}};
}

}  // namespace

extern const OperatorBound qlinearmatmul_bound;
constexpr OperatorBound qlinearmatmul_bound = {
    .a_priori = [](const Call&, double, double) { return 0.0; },
    .formula = [](const Call&) { return "0"; },
    .rounds_once = [](const Call&) { return false; },
    .terms = [](const Call& call) { return QuantisedProduct::of(call, at)->product.inner + 1; },
    .term = term,
    .quantises = true,
};

}  // namespace etalon::impl
