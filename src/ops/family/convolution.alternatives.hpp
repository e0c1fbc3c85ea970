// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of a convolution: its terms come channel by channel, and many
// implementations sum the channels innermost, some of them in groups.
#pragma once

#include "accuracy/bounds.hpp"
#include "conform/cause/alternatives.hpp"

namespace etalon::impl {

// How many terms a channel has: as many as the kernel has places.
inline std::uint64_t terms_of_channel(const Call& call, std::size_t kernel) {
  std::uint64_t places = 1;
  for (unsigned d = 2; d < call.inputs[kernel]->shape.rank; ++d) places *= call.inputs[kernel]->shape[d];
  return places;
}

inline constexpr ChangeRule channels_innermost{
    ChangeKind::order, [](Call& call, Alternative& a, const ChangeRule::Parameters& parameters) {
      a.order = Alternative::Order::inner, a.width = parameters[0], a.stride = terms_of_channel(call, parameters[1]);
    }};

inline void add_orders_of_channels(const Call& call, std::vector<Change>& changes) {
  const std::uint64_t terms = terms_of(call), places = terms_of_channel(call, 1);
  if (!is_floating(call) || places < 2 || terms <= places) return;
  const std::string summed = "the channels of a convolution are summed innermost, ";
  static constexpr std::uint64_t groups[] = {0, 4, 8, 16, 32};  // 0: all channels are one
  for (const std::uint64_t group : groups)
    if (group < terms / places)
      changes.push_back(
          {&channels_innermost,
           {group, 1},
           summed + (group == 0 ? "for each place of the kernel" : "in groups of " + std::to_string(group))});
}

}  // namespace etalon::impl
