// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Neg: Y[i] = -X[i], over any world. The smallest integer is its own opposite, as it wraps.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status neg_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<(types::all_floats | types::signed_integers), 1>(
      world, call, inputs, outputs, work, [](auto a, unsigned* events, const auto& x) { return a.neg(x, events); });
}

}  // namespace etalon::impl
