// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Relu: Y[i] is +0 where X[i] < 0, else X[i]; so -0 stays. Over any world.
#pragma once

#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> Status relu_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<World, types::numbers, 1>(call, inputs, outputs, work, []<class A>(A, unsigned* events, const auto& x) {
    return A::larger(x, A::zero(), events);
  });
}

}  // namespace etalon::impl
