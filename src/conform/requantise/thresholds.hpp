// SPDX-License-Identifier: Apache-2.0
// Floor 8. A requantisation as what it is: a staircase. It is monotone in the accumulator, so that the least
// accumulator of each result describes it on all accumulators ("QUANTISE-ALL-THRESHOLDS").
#pragma once

#include <vector>

#include "conform/requantise/rules.hpp"

namespace etalon::impl {

// Both ends belong to it.
struct AccumulatorRange {
  std::int64_t low, high;
};

// Element k is the least accumulator of the range whose result is at least by.lowest + 1 + k; one above the range where
// there is none. The scales are positive and finite.
std::vector<std::int64_t> thresholds(const Requantisation& rule, const Rescaling& by, const AccumulatorRange& range);

// The accumulators on which two staircases differ, ascending and not adjacent.
std::vector<AccumulatorRange> differing(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b);

}  // namespace etalon::impl
