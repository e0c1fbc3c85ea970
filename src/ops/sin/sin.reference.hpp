// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sin: the sine of X[i], rounded once.
#pragma once

#include "ops/family/function.hpp"

namespace etalon::impl {

template <class World>
Status sin_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return function_reference<RealFunction::sin>(world, call, inputs, outputs, work);
}

}  // namespace etalon::impl
