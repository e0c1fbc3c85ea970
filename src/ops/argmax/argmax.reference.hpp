// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ArgMax: where along the axis the largest element lies; of several that are equal the first or
// the last one. A NaN is beyond every number.
#pragma once

#include "ops/family/argument.hpp"
#include "ops/family/fold.hpp"

namespace etalon::impl {

template <class World>
Status argmax_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return place_along_axis(world, call, inputs, outputs, work, Wanted::largest);
}

}  // namespace etalon::impl
