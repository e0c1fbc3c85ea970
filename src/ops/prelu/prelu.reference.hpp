// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of PRelu: X[i] where it is not negative, else its product with the slope, rounded once; so -0
// stays. Over any world.
#pragma once

#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> Status prelu_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<World, types::numbers, 2>(
      call, inputs, outputs, work,
      []<class A>(A, unsigned* events, const auto& x, const auto& slope) { return bent<A>(slope, x, events); });
}

}  // namespace etalon::impl
