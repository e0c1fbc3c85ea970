// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceMin: each element of the result is the smallest of some elements of the operand.
#pragma once

#include "ops/family/reduced_extreme.hpp"

namespace etalon::impl {

template <class World>
Status reducemin_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return reduce_to_extreme(world, call, inputs, outputs, work, Wanted::smallest);
}

}  // namespace etalon::impl
