// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sign: -1 where X[i] < 0, 1 where X[i] > 0, else X[i], a zero or a NaN. Over any world.
#pragma once

#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> Status sign_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<World, types::numbers, 1>(call, inputs, outputs, work, []<class A>(A, unsigned* events, const auto& x) {
    const typename A::Value positive = A::choose(A::less(A::zero(), x, events), A::number(1), A::quiet(x, events));
    return A::choose(A::less(x, A::zero(), events), A::number(-1), positive);
  });
}

}  // namespace etalon::impl
