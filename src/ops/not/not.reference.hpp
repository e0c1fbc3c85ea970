// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Not: whether X[i] does not hold. Over any world.
#pragma once

#include "ops/family/decide.hpp"

namespace etalon::impl {

template <class World>
Status not_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return decide<1>(world, call, inputs, outputs, work, [](const auto& x) { return negation(x); });
}

}  // namespace etalon::impl
