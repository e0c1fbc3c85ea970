// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of MatMul: C[i,j] is the sum over k of A[i,k] * B[k,j], accumulated as the call says.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/matmul/geometry.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status matmul_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64 | types::real;
  const MatmulGeometry g = *MatmulGeometry::of(call.inputs[0]->shape, call.inputs[1]->shape);
  return fold<types>(world, call, inputs, outputs, work, [&](const auto& element, auto&& terms) {
    const auto matrix = element / (g.rows * g.columns), i = element / g.columns % g.rows, j = element % g.columns;
    const auto a = g.matrix(0, matrix) + i * g.inner, b = g.matrix(1, matrix) + j;
    for (const auto k : world.below(g.inner)) terms.product(a + k, b + k * g.columns);
  });
}

}  // namespace etalon::impl
