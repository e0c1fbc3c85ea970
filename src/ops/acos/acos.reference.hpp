// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Acos: the arccosine of X[i], rounded once.
#pragma once

#include "ops/function.hpp"

namespace etalon::impl {

template <class World> Status acos_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<World, RealFunction::acos>(call, inputs, outputs, work);
}

}  // namespace etalon::impl
