// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of AveragePool: the sum of the elements under a window, accumulated as the call says, divided by
// their number, or with count_include_pad by that of elements and pads. Pads add nothing to a sum that begins at +0.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/window.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status averagepool_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16;
  const Window window = *Window::of(call);
  const std::int64_t* include = call.named<std::int64_t>("count_include_pad");
  const bool with_pads = include != nullptr && *include != 0;
  return fold<types, KeepExact::always>(world, call, inputs, outputs, work, [&](const auto& i, auto&& terms) {
    const auto position = i % window.positions(), first = i / window.positions() * window.inputs();
    window.for_each_inside(world, position, [&](const auto& offset) { terms.element(first + offset); });
    terms.divide(window.covered(world, position, with_pads));
  });
}

}  // namespace etalon::impl
