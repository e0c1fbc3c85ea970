// SPDX-License-Identifier: Apache-2.0
// Floor 8. Which accumulators the operands of a node can give, and with which operands ("QUANTISE-ALL-REACH").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "conform/requantise/thresholds.hpp"

namespace etalon::impl {

// The sum of the bias and of weights times operands, each of which is any integer from lowest to highest; these are
// less their zero points.
class Accumulator {
 public:
  Accumulator(std::vector<std::int64_t> weights, std::int64_t bias, std::int64_t lowest, std::int64_t highest);

  // No sum is outside of it.
  const AccumulatorRange& range() const { return range_; }

  enum class Reached : std::uint8_t { yes, no, not_known };
  struct Operands {
    Reached reached;
    std::int64_t sum;                    // where it is reached, and
    std::vector<std::int64_t> elements;  // one for each weight
  };
  // Operands whose sum is one of the given range.
  Operands reach(const AccumulatorRange& wanted) const;

 private:
  struct Search;

  std::vector<std::int64_t> weights_;
  std::int64_t lowest_, highest_;
  AccumulatorRange range_;
  std::vector<std::size_t> by_size_;    // the weights that are not 0, ascending by magnitude
  std::vector<std::int64_t> divisors_;  // of the first n of these: what they have in common, 0 of none
  std::vector<std::int64_t> totals_;    // of the first n of these: the sum of magnitudes, each as often as it can be
};

}  // namespace etalon::impl
