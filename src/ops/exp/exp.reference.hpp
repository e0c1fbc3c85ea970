// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Exp: the exponential of X[i], rounded once.
#pragma once

#include "ops/family/function.hpp"

namespace etalon::impl {

template <class World>
Status exp_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<RealFunction::exp>(world, call, inputs, outputs, work);
}

}  // namespace etalon::impl
