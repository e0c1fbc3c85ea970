// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceL2: each element of the result is the square root of the sum of squares of elements of
// the operand, accumulated as the call says; or, where nothing is to be reduced, that element itself.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status reducel2_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64;
  const Reduction r(call);
  if (r.identity) return pass_on(world, call, inputs, outputs);
  return fold<types, KeepExact::always>(world, call, inputs, outputs, work, [&](const auto& i, auto&& terms) {
    r.for_each_term(world, i, [&](const auto& element, const auto&) { terms.square(element); });
    terms.root();
  });
}

}  // namespace etalon::impl
