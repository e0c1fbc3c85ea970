// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Cast: each element in another type. What that is, each world says for itself, since it is
// the one operator between any two types.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

template <class World>
Status cast_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  world.convert(call, inputs[0], outputs[0], work.events);
  return {};
}

}  // namespace etalon::impl
