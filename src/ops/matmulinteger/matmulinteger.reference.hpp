// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of MatMulInteger: a matrix product of integers, each less its zero point, in int32.
#pragma once

#include "ops/family/quantised/integer_sum.hpp"

namespace etalon::impl {

template <class World>
Status matmulinteger_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const QuantisedProduct g = *QuantisedProduct::of(call, integer_product);
  return fold_product_of_integers(world, call, inputs, outputs, work, g, integer_product, [](const auto& a, auto each) {
    each(a, [](unsigned*, const auto& sum, const auto&) { return sum; });
  });
}

}  // namespace etalon::impl
