// SPDX-License-Identifier: Apache-2.0
// Floor 9. Distances in ulp, counted by powers of two: 0 (other bits of the same number), 1, 2, up to 4, up to 8 and so
// on, and where one of the two is a NaN.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/page/plots.hpp"

namespace etalon::impl {

inline constexpr std::uint64_t no_distance = UINT64_MAX;  // one of the two is a NaN

// A bar for each class up to the largest distance.
std::vector<PlotBar> distance_bars(std::span<const std::uint64_t> ulps);

}  // namespace etalon::impl
