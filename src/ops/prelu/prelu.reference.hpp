// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of PRelu: X[i] where it is not negative, else its product with the slope, rounded once; so -0
// stays. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status prelu_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::numbers, 2>(world, call, inputs, outputs, work,
                                []<class A>(const A& a, unsigned* events, const auto& x, const auto& slope) {
                                  return bent(a, slope, x, events);
                                });
}

}  // namespace etalon::impl
