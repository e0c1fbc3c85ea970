// SPDX-License-Identifier: Apache-2.0
// Floor 9. See distances.hpp.
#include "report/page/distances.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>

namespace etalon::impl {
namespace {

constexpr unsigned not_a_number = 66;

unsigned class_of(std::uint64_t ulp) {
  if (ulp == no_distance) return not_a_number;
  return ulp == 0 ? 0 : static_cast<unsigned>(std::bit_width(ulp - 1)) + 1;
}

}  // namespace

std::vector<PlotBar> distance_bars(std::span<const std::uint64_t> ulps) {
  std::map<unsigned, std::uint64_t> classes;
  for (const std::uint64_t ulp : ulps) ++classes[class_of(ulp)];
  std::vector<PlotBar> bars;
  if (classes.empty()) return bars;
  unsigned highest = 0;
  for (const auto& [distance, count] : classes)
    if (distance != not_a_number) highest = distance;
  for (unsigned k = classes.contains(0) ? 0 : 1; k <= highest; ++k)
    bars.push_back({k < 3    ? std::to_string(k)
                    : k < 13 ? fmt::format("≤{}", 1u << (k - 1))
                             : fmt::format("≤2{}", raised(k - 1)),
                    classes.contains(k) ? classes[k] : 0});
  if (classes.contains(not_a_number)) bars.push_back({"NaN", classes[not_a_number]});
  return bars;
}

}  // namespace etalon::impl
