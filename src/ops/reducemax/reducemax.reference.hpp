// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ReduceMax: each element of the result is the largest of some elements of the operand.
#pragma once

#include "ops/family/reduced_extreme.hpp"

namespace etalon::impl {

template <class World>
Status reducemax_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return reduce_to_extreme(world, call, inputs, outputs, work, Wanted::largest);
}

}  // namespace etalon::impl
