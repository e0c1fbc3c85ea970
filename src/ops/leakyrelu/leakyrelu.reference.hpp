// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of LeakyRelu: X[i] where it is not negative, else its product with alpha, rounded once; so -0
// stays. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// What a number below zero is multiplied by.
inline double leakyrelu_slope(const Call& call) {
  return attribute_in(call.outputs[0]->type, *call.attribute<float>(0));
}

template <class World>
Status leakyrelu_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::all_floats, 1>(
      world, call, inputs, outputs, work,
      [alpha = leakyrelu_slope(call)]<class A>(const A& a, unsigned* events, const auto& x) {
        return bent(a, a.number(alpha), x, events);
      });
}

}  // namespace etalon::impl
