// SPDX-License-Identifier: Apache-2.0
// Floor 4. Which channels an element of an LRN is normalised by.
#pragma once

#include <algorithm>

#include "ops/counting.hpp"
#include "ops/family/axes.hpp"

namespace etalon::impl {

struct LrnGeometry {
  explicit LrnGeometry(const Call& call)
      : size(static_cast<std::uint64_t>(*call.named<std::int64_t>("size"))),
        channels(call.inputs[0]->shape[1]),
        behind(count_behind(call.inputs[0]->shape, 1)) {}

  // The elements at the place of element i in the channels around its own: how many, and the first. Each next one lies
  // `behind` further on.
  struct Region {
    std::uint64_t first, count;
  };
  Region region(std::uint64_t i) const {
    const std::uint64_t channel = i / behind % channels, before = std::min(channel, (size - 1) / 2);
    const std::uint64_t after = std::min(channels - 1 - channel, size / 2);  // (size-1)/2, rounded up
    return {i - before * behind, before + 1 + after};
  }
  // Calls visit(element) for each of them.
  template <class World, class Visit>
  void for_each_beside(const World& world, const typename World::Place& i, Visit visit) const {
    if constexpr (counts<World>) {
      const Region around = region(i);
      for (std::uint64_t k = 0; k < around.count; ++k) visit(around.first + k * behind);
    } else {
      for (const auto k : world.below(size)) {
        const auto offset = k - (size - 1) / 2;
        world.when(world.within(i / behind % channels + offset, channels), [&] { visit(i + offset * behind); });
      }
    }
  }
  std::uint64_t most_terms() const { return std::min(size, channels); }

  std::uint64_t size, channels, behind;
};

}  // namespace etalon::impl
