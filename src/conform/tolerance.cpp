// SPDX-License-Identifier: Apache-2.0
// Floor 8. See tolerance.hpp.
#include "conform/tolerance.hpp"

#include <algorithm>
#include <charconv>

#include "base/quote.hpp"

namespace etalon::impl {

Result<Tolerance> Tolerance::of(const std::string& text) {
  const auto number = [&](std::size_t from, double& to) {
    const char *begin = text.data() + from, *end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(begin, end, to);
    return problem == std::errc{} && stop == end && to >= 0 && to <= 1e308;
  };
  Tolerance tolerance;
  if (text == "exact") return tolerance;
  if (text.starts_with("ulp=") && number(4, tolerance.limit)) return tolerance.unit = Unit::ulp, tolerance;
  if (text.starts_with("abs=") && number(4, tolerance.limit)) return tolerance.unit = Unit::absolute, tolerance;
  return error(Code::usage, "", "--tolerance: invalid tolerance " + quoted(text, 60),
               "give exact, ulp=N or abs=E, such as ulp=4 or abs=1e-3");
}

bool Tolerance::holds(std::span<const Distance> differing) const {
  return std::ranges::all_of(differing, [&](const Distance& d) {
    switch (unit) {
      case Unit::ulp:
        return d.ulp != UINT64_MAX && static_cast<double>(d.ulp) <= limit;
      case Unit::absolute:
        return d.absolute <= limit;
      default:
        return false;
    }
  });
}

bool Tolerance::holds(const TensorView& given, const TensorView& expected) const {
  if (same_bits(given, expected)) return true;
  for (std::uint64_t i = 0; i < expected.shape.count; ++i) {
    if (same_bits(given, expected, i)) continue;
    const Distance distance = distance_between(given, expected, i);
    if (!holds({&distance, 1})) return false;
  }
  return true;
}

}  // namespace etalon::impl
