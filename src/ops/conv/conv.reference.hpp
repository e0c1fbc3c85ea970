// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Conv: an element of the result is the sum over the channels of its group and the places of
// the kernel, in this order, of an element of X times a weight, accumulated as the call says, plus the bias of its
// feature. A padded place is a term as well: 0 times the weight.
#pragma once

#include "ops/conv/conv.hpp"
#include "ops/family/fold.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status conv_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::real;
  const ConvGeometry g = *ConvGeometry::of(call);
  const std::uint64_t inputs_of_channel = g.window.inputs(), places = g.window.places();
  return fold<types>(world, call, inputs, outputs, work, [&](const auto& i, auto&& terms) {
    const auto sum = g.sum(i);
    const auto corner = g.window.corner(sum.position);
    for (const auto channel : world.below(g.channels_of_group, "channel")) {
      const auto x = sum.x + channel * inputs_of_channel, w = sum.w + channel * places;
      g.window.for_each_place(world, corner, [&](const auto& place, const auto& inside, const auto& offset) {
        terms.padded_product(inside, x + offset, w + place);
      });
    }
    if (call.has_input(2)) terms.element(sum.feature, 2);
  });
}

}  // namespace etalon::impl
