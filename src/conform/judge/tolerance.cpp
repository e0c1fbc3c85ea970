// SPDX-License-Identifier: Apache-2.0
// Floor 8. See tolerance.hpp.
#include "conform/judge/tolerance.hpp"

#include <algorithm>
#include <charconv>

#include "base/quote.hpp"

namespace etalon::impl {

Result<Tolerance> Tolerance::of(const std::string& text) {
  if (without_blanks(text) == "exact") return Tolerance();
  const LimitText given = take_limit_apart(text);
  Tolerance tolerance{false, given.measure};
  const char* end = given.number.data() + given.number.size();
  const auto [stop, problem] = std::from_chars(given.number.data(), end, tolerance.limit);
  if (problem != std::errc{} || stop != end || !(tolerance.limit >= 0 && tolerance.limit <= 1e308))
    return error(Code::usage, "", "invalid tolerance " + quoted(text, 60),
                 std::string("write exact; or ") + limit_forms);
  if (given.percent) tolerance.limit /= 100;
  return tolerance;
}

bool Tolerance::holds(std::span<const Distance> differing) const {
  return std::ranges::all_of(differing, [&](const Distance& d) {
    if (exact) return false;
    switch (measure) {
      case Measure::ulp:
        return d.ulp != UINT64_MAX && static_cast<double>(d.ulp) <= limit;
      case Measure::relative:
        return d.relative <= limit;
      default:
        return d.absolute <= limit;
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
