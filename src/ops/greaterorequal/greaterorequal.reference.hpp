// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of GreaterOrEqual: whether A[i] >= B[i]. Nothing holds of a NaN, and zeros of both signs are
// equal. It is LessOrEqual with its operands exchanged. Over any world.
#pragma once

#include "ops/family/decide.hpp"

namespace etalon::impl {

template <class World>
Status greaterorequal_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                const Work& work) {
  return compare(world, call, inputs, outputs, work, [](const auto& a, unsigned* events, const auto& x, const auto& y) {
    return a.less_or_equal(y, x, events);
  });
}

}  // namespace etalon::impl
