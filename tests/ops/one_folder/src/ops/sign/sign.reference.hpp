// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sign: -1 where X[i] < 0, 1 where X[i] > 0, else X[i], a zero or a NaN. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status sign_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::numbers, 1>(world, call, inputs, outputs, work, [](const auto& a, unsigned* events, const auto& x) {
    const auto positive = a.choose(a.less(a.zero(), x, events), a.number(1), a.quiet(x, events));
    return a.choose(a.less(x, a.zero(), events), a.number(-1), positive);
  });
}

}  // namespace etalon::impl
