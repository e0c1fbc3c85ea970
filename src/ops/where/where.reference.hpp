// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Where: the element of X where the condition holds, else that of Y. Every bit is kept, also of
// a NaN. Over any world.
#pragma once

#include "ops/family/map.hpp"

namespace etalon::impl {

template <class World>
Status where_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work&) {
  world.moving(call.outputs[0]->type, [&]<class A>(const A& a) {
    for_each_element<3>(world, call, [&](const auto& i, const auto& at) {
      a.store(outputs[0], i,
              chosen(a, world.truth(inputs[0], at[0]), a.load(inputs[1], at[1]), a.load(inputs[2], at[2])));
    });
  });
  return {};
}

}  // namespace etalon::impl
