// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Gemm: Y[i,j] is alpha times the sum over k of A'[i,k] * B'[k,j], accumulated as the call
// says, plus beta * C[i,j]. A factor of 1 is no step, and without C there is no addition.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/gemm/gemm.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status gemm_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64 | types::real;
  const GemmGeometry g(call);
  const double alpha = GemmGeometry::factor(call, "alpha"), beta = GemmGeometry::factor(call, "beta");
  return fold<types>(world, call, inputs, outputs, work, [&](const auto& i, auto&& terms) {
    for (const auto k : world.below(g.inner)) terms.product(g.a(i, k), g.b(i, k));
    if (alpha != 1) terms.times(alpha);
    if (!call.has_input(2)) return;
    const auto c = broadcast_element(call, 2, i);
    if (beta != 1)
      terms.scaled(beta, c, 2);
    else
      terms.element(c, 2);
  });
}

}  // namespace etalon::impl
