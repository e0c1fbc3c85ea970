// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Or: whether A[i] or B[i] holds, or both. Over any world.
#pragma once

#include "ops/decide.hpp"

namespace etalon::impl {

template <class World> Status or_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return decide<World, 2>(call, inputs, outputs, work, [](const auto& a, const auto& b) { return disjunction(a, b); });
}

}  // namespace etalon::impl
