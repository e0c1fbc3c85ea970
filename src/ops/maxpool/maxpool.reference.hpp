// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of MaxPool: the largest element under a window, pads being none, and where it lies in X. A
// window without an element has the lowest value of the type, and no place: -1.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/window.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// The number that stands for an element of a channel: in the order of the tensor, or with the first spatial axis as the
// fastest one.
template <class Place> Place stored_number(const Window& window, const Place& offset, bool first_axis_fastest) {
  if (!first_axis_fastest) return offset;
  Place number(0);
  for (unsigned axis = window.axes; axis-- > 0;) {
    std::uint64_t behind = 1;
    for (unsigned k = axis + 1; k < window.axes; ++k) behind *= window.in[k];
    number = number * window.in[axis] + offset / behind % window.in[axis];
  }
  return number;
}

template <class World>
Status maxpool_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int8 | types::real;
  const Window window = *Window::of(call);
  const std::uint64_t positions = window.positions();
  fold_extreme<types>(world, call, inputs, outputs, work, Wanted::largest, [&](const auto& i, auto&& take) {
    const auto first = i / positions * window.inputs();
    window.for_each_inside(world, i % positions, [&](const auto& offset) { take(first + offset); });
  });
  if (call.outputs.size() < 2 || !call.outputs[1]) return {};
  const std::int64_t* order = call.named<std::int64_t>("storage_order");
  const bool turned = order != nullptr && *order != 0;
  return fold_leader<types>(world, call, inputs, outputs, {}, 1, Wanted::largest, Tie::first_of_the_same_bits,
                            [&](const auto& i, auto&& take) {
                              const auto first = i / positions * window.inputs();
                              window.for_each_inside(world, i % positions, [&](const auto& offset) {
                                take(first + offset, first + stored_number(window, offset, turned));
                              });
                            });
}

}  // namespace etalon::impl
