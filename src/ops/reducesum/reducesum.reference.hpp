// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceSum: each element of the result is the sum of elements of the operand, accumulated as
// the call says; or, where nothing is to be reduced, that element itself.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status reducesum_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64;
  const Reduction r(call);
  if (r.identity) return pass_on(world, call, inputs, outputs);
  return fold<types>(world, call, inputs, outputs, work, [&](const auto& element, auto&& terms) {
    r.for_each_term(world, element, [&](const auto& one, const auto&) { terms.element(one); });
  });
}

}  // namespace etalon::impl
