// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Mean: the sum of the operands' elements, as Sum has it, divided by their count, which is
// rounded into the type as well. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/sum/sum.reference.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// What the sum is divided by.
inline double mean_divisor(const Call& call) {
  return number_in(call.outputs[0]->type, static_cast<double>(call.inputs.size()));
}

template <class World>
Status mean_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map_all<types::all_floats>(
      world, call, inputs, outputs, work, Added{},
      [count = mean_divisor(call)]<class A>(const A& a, unsigned* events, const auto& sum) ->
      typename A::Value { return a.div(sum, a.number(count), events); });
}

}  // namespace etalon::impl
