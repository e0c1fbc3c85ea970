// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Mean: the sum of the operands' elements, as Sum has it, divided by their count, which is
// rounded into the type as well. Over any world.
#pragma once

#include "ops/map.hpp"
#include "ops/sum/sum.reference.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// What the sum is divided by.
inline double mean_divisor(const Call& call) {
  return number_in(call.outputs[0]->type, static_cast<double>(call.inputs.size()));
}

template <class World> Status mean_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map_all<World, types::all_floats>(
      call, inputs, outputs, work, Added{},
      [count = mean_divisor(call)]<class A>(A, unsigned* events, const auto& sum) ->
      typename A::Value { return A::div(sum, A::number(count), events); });
}

}  // namespace etalon::impl
