// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceProd: each element of the result is the product of elements of the operand, one after
// the other, each product rounded; or, where nothing is to be reduced, that element itself.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status reduceprod_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64;
  const Reduction r(call);
  if (r.identity) return pass_on(world, call, inputs, outputs);
  return fold_product<types>(world, call, inputs, outputs, work, [&](const auto& i, auto&& take) {
    r.for_each_term(world, i, [&](const auto& element, const auto&) { take(element); });
  });
}

}  // namespace etalon::impl
