// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ThresholdedRelu: X[i] where it is above alpha, else +0; so a NaN gives +0. Over any world.
#pragma once

#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// What a number must be above.
inline double thresholdedrelu_threshold(const Call& call) {
  return attribute_in(call.outputs[0]->type, *call.attribute<float>(0));
}

template <class World>
Status thresholdedrelu_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<World, types::all_floats, 1>(
      call, inputs, outputs, work,
      [alpha = thresholdedrelu_threshold(call)]<class A>(A, unsigned* events, const auto& x) ->
      typename A::Value { return chosen<A>(A::less(A::number(alpha), x, events), x, A::zero()); });
}

}  // namespace etalon::impl
