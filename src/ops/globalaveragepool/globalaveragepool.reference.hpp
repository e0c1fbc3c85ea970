// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of GlobalAveragePool: the sum of the elements of a channel, accumulated as the call says,
// divided by their number.
#pragma once

#include "ops/family/axes.hpp"
#include "ops/family/fold.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status globalaveragepool_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                   const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16;
  const std::uint64_t count = count_behind(call.inputs[0]->shape, 1);
  return fold<types, KeepExact::always>(world, call, inputs, outputs, work, [&](const auto& i, auto&& terms) {
    for (const auto k : world.below(count)) terms.element(i * count + k);
    terms.divide(count);
  });
}

}  // namespace etalon::impl
