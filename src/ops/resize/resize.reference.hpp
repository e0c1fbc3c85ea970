// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Resize: that of ops/family/resize/resize_reference.hpp.
#pragma once

#include "ops/family/resize/resize_reference.hpp"

namespace etalon::impl {

template <class World>
Status resize_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return resized_reference(world, call, inputs, outputs, work);
}

}  // namespace etalon::impl
