// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum of products can be wrong by, before anything is computed ("ACC-FLOAT-DOT").
#include "ops/family/sum_bound.hpp"
#include "ops/matmul/geometry.hpp"

namespace etalon::impl {
namespace {

MatmulGeometry geometry(const Call& call) { return *MatmulGeometry::of(call.inputs[0]->shape, call.inputs[1]->shape); }

SumShape shape_of(const Call& call) { return {geometry(call).inner}; }

}  // namespace

extern const OperatorBound matmul_bound;
constexpr OperatorBound matmul_bound = bound_of_sum<shape_of>(
    [](const Call& call) { return geometry(call).inner; },
    [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const MatmulGeometry g = geometry(call);
      const std::uint64_t matrix = i / (g.rows * g.columns), row = i / g.columns % g.rows, column = i % g.columns;
      return {{0, g.matrix(0, matrix) + row * g.inner + k}, {1, g.matrix(1, matrix) + k * g.columns + column}};
    });

}  // namespace etalon::impl
