// SPDX-License-Identifier: Apache-2.0
// Floor 8. See thresholds.hpp.
#include "conform/requantise/thresholds.hpp"

#include <algorithm>
#include <cmath>

namespace etalon::impl {
namespace {

// The least number from low to high that reaches, or high + 1: first with steps that double from a guess, then by
// bisection.
template <class Reaches> std::int64_t least(std::int64_t low, std::int64_t high, std::int64_t guess, Reaches reaches) {
  std::int64_t no = low - 1, yes = high + 1;
  for (std::int64_t at = guess, step = 1; no < at && at < yes; step *= 2) {
    if (reaches(at))
      yes = at, at -= step;
    else
      no = at, at += step;
  }
  while (yes - no > 1) {
    const std::int64_t middle = no + (yes - no) / 2;
    (reaches(middle) ? yes : no) = middle;
  }
  return yes;
}

}  // namespace

std::vector<std::int64_t> thresholds(const Requantisation& rule, const Rescaling& by, const AccumulatorRange& range) {
  const double scale = by.a * by.b / by.y;
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(by.highest - by.lowest));
  std::int64_t from = range.low;  // no threshold is below the one before it
  for (std::int64_t result = by.lowest + 1; result <= by.highest; ++result) {
    const double real = std::ceil((static_cast<double>(result - by.zero_point) - 0.5) / scale);
    const auto last = static_cast<double>(std::max(from, range.high));  // one above the range is for what none reaches
    const auto guess = static_cast<std::int64_t>(std::clamp(real, static_cast<double>(from), last));
    from = least(from, range.high, guess, [&](std::int64_t sum) { return rule.of(sum, by) >= result; });
    all.push_back(from);
  }
  return all;
}

std::vector<AccumulatorRange> differing(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::vector<AccumulatorRange> ranges;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == b[k]) continue;
    const AccumulatorRange one{std::min(a[k], b[k]), std::max(a[k], b[k]) - 1};
    if (!ranges.empty() && one.low <= ranges.back().high + 1)
      ranges.back().high = std::max(ranges.back().high, one.high);
    else
      ranges.push_back(one);
  }
  return ranges;
}

}  // namespace etalon::impl
