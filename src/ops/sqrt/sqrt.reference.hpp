// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sqrt: the square root of X[i], rounded once. -0 stays, and a number below zero gives a NaN. A
// real number below zero has no root.
#pragma once

#include "ops/family/function.hpp"

namespace etalon::impl {

template <class World>
Status sqrt_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map_defined(world, call, inputs, outputs, work,
                     [](auto a, unsigned* events, const auto& x) { return a.sqrt(x, events); });
}

}  // namespace etalon::impl
