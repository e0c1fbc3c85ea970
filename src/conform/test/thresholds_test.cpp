// SPDX-License-Identifier: Apache-2.0
// Staircases against every accumulator of a range, and operands that reach an accumulator against all operands.
#include "conform/requantise/thresholds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "conform/requantise/reach.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using Random = std::mt19937_64;

double drawn_scale(Random& random, int least) {
  const double significand = 1 + static_cast<double>(random() % (1 << 23)) * 0x1p-23;
  return std::ldexp(random() % 4 == 0 ? 1 : significand, least + static_cast<int>(random() % 4));
}

Rescaling drawn_rescaling(Random& random) {
  const bool is_signed = random() % 2 == 0;
  const std::int64_t lowest = is_signed ? -128 : 0, highest = is_signed ? 127 : 255;
  return {drawn_scale(random, -9),
          drawn_scale(random, -9),
          drawn_scale(random, -8),
          lowest + static_cast<std::int64_t>(random() % 256),
          lowest,
          highest};
}

TEST(Thresholds, DescribeEveryRuleOnEveryAccumulator) {
  EVIDENCE("QUANTISE-ALL-THRESHOLDS");
  Random random(31);
  for (int round = 0; round < 20; ++round) {
    const Rescaling by = drawn_rescaling(random);
    const AccumulatorRange range{-static_cast<std::int64_t>(random() % 9000),
                                 static_cast<std::int64_t>(random() % 9000)};
    const Requantisation& first = requantisations()[0];
    const std::vector<std::int64_t> steps = thresholds(first, by, range);
    for (const Requantisation& rule : requantisations()) {
      const std::vector<AccumulatorRange> apart = differing(steps, thresholds(rule, by, range));
      std::vector<AccumulatorRange> found;
      for (std::int64_t sum = range.low; sum <= range.high; ++sum) {
        if (rule.of(sum, by) == first.of(sum, by)) continue;
        if (!found.empty() && found.back().high == sum - 1)
          found.back().high = sum;
        else
          found.push_back({sum, sum});
      }
      ASSERT_EQ(apart.size(), found.size()) << rule.id;
      for (std::size_t k = 0; k < apart.size(); ++k) {
        EXPECT_EQ(apart[k].low, found[k].low) << rule.id;
        EXPECT_EQ(apart[k].high, found[k].high) << rule.id;
      }
    }
  }
}

// Which sums all operands give, one by one.
std::vector<std::int64_t> all_sums(const std::vector<std::int64_t>& weights, std::int64_t bias, std::int64_t lowest,
                                   std::int64_t highest) {
  std::vector<std::int64_t> sums{bias};
  for (const std::int64_t weight : weights) {
    std::vector<std::int64_t> more;
    for (const std::int64_t sum : sums)
      for (std::int64_t x = lowest; x <= highest; ++x) more.push_back(sum + weight * x);
    sums = std::move(more);
  }
  return sums;
}

TEST(Accumulator, ReachesExactlyWhatOperandsGive) {
  EVIDENCE("QUANTISE-ALL-REACH");
  Random random(32);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::int64_t> weights(1 + random() % 4);
    for (std::int64_t& weight : weights) weight = static_cast<std::int64_t>(random() % 13) - 6;
    const std::int64_t lowest = -static_cast<std::int64_t>(random() % 4),
                       bias = static_cast<std::int64_t>(random() % 9);
    const std::int64_t highest = lowest + static_cast<std::int64_t>(random() % 5);
    const Accumulator accumulator(weights, bias, lowest, highest);
    const std::vector<std::int64_t> sums = all_sums(weights, bias, lowest, highest);
    EXPECT_EQ(accumulator.range().low, *std::ranges::min_element(sums));
    EXPECT_EQ(accumulator.range().high, *std::ranges::max_element(sums));
    for (std::int64_t sum = -150; sum < 150; ++sum) {
      const Accumulator::Operands operands = accumulator.reach({sum, sum});
      const bool can = std::ranges::find(sums, sum) != sums.end();
      ASSERT_EQ(operands.reached, can ? Accumulator::Reached::yes : Accumulator::Reached::no) << sum;
      if (!can) continue;
      EXPECT_EQ(operands.sum, sum);
      std::int64_t given = bias;
      for (std::size_t k = 0; k < weights.size(); ++k) {
        EXPECT_GE(operands.elements[k], lowest);
        EXPECT_LE(operands.elements[k], highest);
        given += weights[k] * operands.elements[k];
      }
      EXPECT_EQ(given, sum);
    }
  }
}

}  // namespace
}  // namespace etalon::impl
