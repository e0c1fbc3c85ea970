// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Relu: Y[i] is +0 where X[i] < 0, else X[i]; so -0 stays. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status relu_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::numbers, 1>(
      world, call, inputs, outputs, work,
      []<class A>(const A& a, unsigned* events, const auto& x) { return a.larger(x, a.zero(), events); });
}

}  // namespace etalon::impl
