// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Equal: whether A[i] = B[i]. A NaN is equal to nothing, and zeros of both signs are equal.
// Over any world.
#pragma once

#include "ops/family/decide.hpp"

namespace etalon::impl {

template <class World>
Status equal_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (call.inputs[0]->type == DType::boolean)
    return decide<2>(world, call, inputs, outputs, work,
                     [](const auto& a, const auto& b) { return negation(exclusion(a, b)); });
  return compare(world, call, inputs, outputs, work,
                 [](const auto& a, unsigned* events, const auto& x, const auto& y) { return a.equal(x, y, events); });
}

}  // namespace etalon::impl
