// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sigmoid: the logistic function of X[i], rounded once.
#pragma once

#include "ops/family/function.hpp"

namespace etalon::impl {

template <class World>
Status sigmoid_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<RealFunction::sigmoid>(world, call, inputs, outputs, work);
}

}  // namespace etalon::impl
