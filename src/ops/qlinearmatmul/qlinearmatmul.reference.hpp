// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of QLinearMatMul: a matrix product of integers, each less its zero point, in int32, which is
// rescaled exactly and rounded once.
#pragma once

#include "ops/family/quantised/integer_sum.hpp"
#include "ops/family/quantised/requantise.hpp"

namespace etalon::impl {

template <class World>
Status qlinearmatmul_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr ProductOperands at = linear_product;
  const QuantisedProduct g = *QuantisedProduct::of(call, at);
  return fold_product_of_integers(
      world, call, inputs, outputs, work, g, at,
      requantised(world, call, inputs, {at.a_scale, at.b_scale, at.y_scale, at.y_zero_point},
                  [&g](const auto& i) { return std::array{g.a.place(i), g.b.place(i), g.y.place(i)}; }));
}

}  // namespace etalon::impl
