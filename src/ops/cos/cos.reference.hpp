// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Cos: the cosine of X[i], rounded once.
#pragma once

#include "ops/function.hpp"

namespace etalon::impl {

template <class World> Status cos_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<World, RealFunction::cos>(call, inputs, outputs, work);
}

}  // namespace etalon::impl
