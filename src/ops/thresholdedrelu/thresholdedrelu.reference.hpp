// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ThresholdedRelu: X[i] where it is above alpha, else +0; so a NaN gives +0. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// What a number must be above.
inline double thresholdedrelu_threshold(const Call& call) {
  return attribute_in(call.outputs[0]->type, *call.attribute<float>(0));
}

template <class World>
Status thresholdedrelu_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                 const Work& work) {
  return map<types::all_floats, 1>(
      world, call, inputs, outputs, work,
      [alpha = thresholdedrelu_threshold(call)]<class A>(const A& a, unsigned* events, const auto& x) ->
      typename A::Value { return chosen(a, a.less(a.number(alpha), x, events), x, a.zero()); });
}

}  // namespace etalon::impl
