// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Where: the element of X where the condition holds, else that of Y. Every bit is kept, also of
// a NaN. Over any world.
#pragma once

#include "ops/map.hpp"

namespace etalon::impl {

template <class World> Status where_reference(const Call& call, Inputs inputs, Outputs outputs, const Work&) {
  World::moving(call.outputs[0]->type, [&]<class A>() {
    for_each_element<3>(call, [&](std::uint64_t i, const std::array<std::uint64_t, 3>& at) {
      A::store(outputs[0], i,
               chosen<A>(World::truth(inputs[0], at[0]), A::load(inputs[1], at[1]), A::load(inputs[2], at[2])));
    });
  });
  return {};
}

}  // namespace etalon::impl
