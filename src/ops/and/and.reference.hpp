// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of And: whether both A[i] and B[i] hold. Over any world.
#pragma once

#include "ops/family/decide.hpp"

namespace etalon::impl {

template <class World>
Status and_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return decide<2>(world, call, inputs, outputs, work, [](const auto& a, const auto& b) { return conjunction(a, b); });
}

}  // namespace etalon::impl
