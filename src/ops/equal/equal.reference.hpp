// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Equal: whether A[i] = B[i]. A NaN is equal to nothing, and zeros of both signs are equal.
// Over any world.
#pragma once

#include "ops/decide.hpp"

namespace etalon::impl {

template <class World> Status equal_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (call.inputs[0]->type == DType::boolean)
    return decide<World, 2>(call, inputs, outputs, work,
                            [](const auto& a, const auto& b) { return negation(exclusion(a, b)); });
  return compare<World>(call, inputs, outputs, work, []<class A>(A, unsigned* events, const auto& a, const auto& b) {
    return A::equal(a, b, events);
  });
}

}  // namespace etalon::impl
