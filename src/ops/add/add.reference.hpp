// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Add: C[i] = A[i] + B[i], over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status add_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::numbers, 2>(
      world, call, inputs, outputs, work,
      [](auto a, unsigned* events, const auto& x, const auto& y) { return a.add(x, y, events); });
}

}  // namespace etalon::impl
