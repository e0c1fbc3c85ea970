// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum of products can be wrong by, before anything is computed ("ACC-FLOAT-DOT").
#include "ops/bound.hpp"
#include "ops/dot.hpp"
#include "ops/matmul/geometry.hpp"

namespace etalon::impl {
namespace {

MatmulGeometry geometry(const Call& call) { return *MatmulGeometry::of(call.inputs[0]->shape, call.inputs[1]->shape); }

}  // namespace

extern const OperatorBound matmul_bound;
constexpr OperatorBound matmul_bound = {
    .a_priori =
        [](const Call& call, double sizes, double size) {
          return a_priori_dot(call.inputs[0]->type, call.choices.accumulation, geometry(call).inner, sizes, size);
        },
    .formula = [](const Call& call) { return formula_of_sum(call.choices.accumulation, {geometry(call).inner}); },
    .rounds_once =
        [](const Call& call) {  // a sum of one product has one rounding, except by way of a wider format
          const Accumulation policy = call.choices.accumulation;
          return policy == Accumulation::exact || (policy != Accumulation::wide && geometry(call).inner <= 1);
        },
    .terms = [](const Call& call) { return geometry(call).inner; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const MatmulGeometry g = geometry(call);
      const std::uint64_t matrix = i / (g.rows * g.columns), row = i / g.columns % g.rows, column = i % g.columns;
      return {{0, g.matrix(0, matrix) + row * g.inner + k}, {1, g.matrix(1, matrix) + k * g.columns + column}};
    },
};

}  // namespace etalon::impl
