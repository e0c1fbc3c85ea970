// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Or: whether A[i] or B[i] holds, or both. Over any world.
#pragma once

#include "ops/family/decide.hpp"

namespace etalon::impl {

template <class World>
Status or_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return decide<2>(world, call, inputs, outputs, work, [](const auto& a, const auto& b) { return disjunction(a, b); });
}

}  // namespace etalon::impl
