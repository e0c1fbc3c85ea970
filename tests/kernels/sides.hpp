// SPDX-License-Identifier: Apache-2.0
// Sides of random shapes. Kernels have edges where vectors, tiles, blocks and shares of threads end; sides are drawn
// beside them more often than elsewhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "oracle/random.hpp"

namespace etalon::tests {

using Dims = std::vector<std::uint64_t>;

// Where something may end; sides beside these are drawn too.
inline constexpr std::uint64_t edges[] = {2,  4,  6,  8,   12,  14,  16,  24,  28,  30,  32,  48,   56,   60,
                                          64, 80, 96, 112, 128, 192, 240, 256, 384, 512, 768, 1024, 2048, 4096};

inline std::uint64_t draw_side(oracle::Random& random, std::uint64_t room) {
  const std::uint64_t kind = random.below(40);
  std::uint64_t side = 1;
  if (kind == 0) {
    side = 0;
  } else if (kind < 5) {
    side = 1;
  } else if (kind < 30) {
    std::size_t known = 1;
    while (known < std::size(edges) && edges[known] < room) ++known;
    side = edges[random.below(known)] + random.below(3) - 1;
  } else {
    side = random.below(std::max<std::uint64_t>(room >> random.below(8), 1)) + 1;
  }
  return std::min(side, room);
}

// Sides whose product is at most `room`: mostly none much larger than the others, else any of them.
inline Dims draw_sides(oracle::Random& random, std::size_t count, std::uint64_t room) {
  Dims sides(count), order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  const bool balanced = random.below(4) != 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double root = std::pow(static_cast<double>(room), 1.0 / static_cast<double>(count - i));
    const std::uint64_t most = balanced ? std::min(room, static_cast<std::uint64_t>(2 * root)) : room;
    sides[order[i]] = draw_side(random, most);
    room /= std::max<std::uint64_t>(sides[order[i]], 1);
  }
  return sides;
}

// One operand's dimensions: each that of the result or 1, and those in front perhaps not there at all. Neighbouring
// dimensions often behave alike, as they do in models.
inline Dims stretched(oracle::Random& random, const Dims& result) {
  Dims own = result;
  bool one = random.coin();
  for (std::uint64_t& side : own) {
    if (random.below(3) == 0) one = !one;
    if (one) side = 1;
  }
  if (random.coin())
    while (!own.empty() && own.front() == 1) own.erase(own.begin());
  return own;
}

}  // namespace etalon::tests
