// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Less: whether A[i] < B[i]. Nothing holds of a NaN, and zeros of both signs are equal.
// Over any world.
#pragma once

#include "ops/decide.hpp"

namespace etalon::impl {

template <class World> Status less_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return compare<World>(call, inputs, outputs, work, []<class A>(A, unsigned* events, const auto& a, const auto& b) {
    return A::less(a, b, events);
  });
}

}  // namespace etalon::impl
