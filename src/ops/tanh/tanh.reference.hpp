// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Tanh: the hyperbolic tangent of X[i], rounded once.
#pragma once

#include "ops/function.hpp"

namespace etalon::impl {

template <class World> Status tanh_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<World, RealFunction::tanh>(call, inputs, outputs, work);
}

}  // namespace etalon::impl
