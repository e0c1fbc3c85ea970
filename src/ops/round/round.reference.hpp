// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Round: the integer nearest to X[i], of two the even one. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status round_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::all_floats, 1>(world, call, inputs, outputs, work,
                                   [](auto a, unsigned* events, const auto& x) { return a.round(x, events); });
}

}  // namespace etalon::impl
