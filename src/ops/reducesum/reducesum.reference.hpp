// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceSum: each element of the result is the sum of elements of the operand, accumulated as
// the call says; or, where nothing is to be reduced, that element itself.
#pragma once

#include "ops/fold.hpp"
#include "ops/reducesum/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> Status reducesum_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int32_64;
  const Reduction r(call);
  if (r.identity) {
    World::moving(call.outputs[0]->type, [&]<class A>() {
      for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) A::store(outputs[0], i, A::load(inputs[0], i));
    });
    return {};
  }
  return fold<World, types>(call, inputs, outputs, work, [&r](std::uint64_t element, auto&& terms) {
    const std::uint64_t first = r.first(element);
    for (std::uint64_t k = 0; k < r.terms; ++k) terms.element(first + r.term(k));
  });
}

}  // namespace etalon::impl
