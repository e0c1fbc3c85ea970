// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Log: the natural logarithm of X[i], rounded once.
#pragma once

#include "ops/family/function.hpp"

namespace etalon::impl {

template <class World>
Status log_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<RealFunction::log>(world, call, inputs, outputs, work);
}

}  // namespace etalon::impl
