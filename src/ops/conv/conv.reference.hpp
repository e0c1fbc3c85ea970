// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Conv: an element of the result is the sum over the channels of its group and the places of
// the kernel, in this order, of an element of X times a weight, accumulated as the call says, plus the bias of its
// feature. A padded place is a term as well: 0 times the weight.
#pragma once

#include "ops/conv/conv.hpp"
#include "ops/fold.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> Status conv_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::real;
  const ConvGeometry g = *ConvGeometry::of(call);
  return fold<World, types>(call, inputs, outputs, work, [&](std::uint64_t i, auto&& terms) {
    ConvGeometry::Sum sum = g.sum(i);
    for (std::uint64_t channel = 0; channel < g.channels_of_group; ++channel) {
      g.window.for_each_place(sum.position, [&](std::uint64_t place, bool inside, std::uint64_t offset) {
        if (inside)
          terms.product(sum.x + offset, sum.w + place);
        else
          terms.padding(sum.w + place);
      });
      sum.x += g.window.inputs();
      sum.w += g.window.places();
    }
    if (call.has_input(2)) terms.element(sum.feature, 2);
  });
}

}  // namespace etalon::impl
