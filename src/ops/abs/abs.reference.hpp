// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Abs: Y[i] = |X[i]|, over any world. The smallest integer stays what it is, as it wraps.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status abs_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::numbers, 1>(world, call, inputs, outputs, work,
                                [](auto a, unsigned* events, const auto& x) { return a.abs(x, events); });
}

}  // namespace etalon::impl
