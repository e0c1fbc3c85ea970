// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Exp: the exponential of X[i], rounded once.
#pragma once

#include "ops/function.hpp"

namespace etalon::impl {

template <class World> Status exp_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<World, RealFunction::exp>(call, inputs, outputs, work);
}

}  // namespace etalon::impl
