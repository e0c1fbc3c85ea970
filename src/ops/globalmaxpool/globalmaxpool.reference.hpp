// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of GlobalMaxPool: the largest element of a channel.
#pragma once

#include "ops/family/axes.hpp"
#include "ops/family/fold.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status globalmaxpool_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16;
  const std::uint64_t count = count_behind(call.inputs[0]->shape, 1);
  return fold_extreme<types>(world, call, inputs, outputs, work, Wanted::largest, [&](const auto& i, auto&& take) {
    for (const auto k : world.below(count)) take(i * count + k);
  });
}

}  // namespace etalon::impl
