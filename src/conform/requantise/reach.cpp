// SPDX-License-Identifier: Apache-2.0
// Floor 8. See reach.hpp. Counted from the least sum, a sum is that of magnitudes of weights, each taken between no
// time and `steps` times. Taken ascending, weights that are no larger than what the smaller ones reach, plus one, leave
// no gap: then every number is reached, and the operands are found from the largest weight down.
#include "conform/requantise/reach.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace etalon::impl {

Accumulator::Accumulator(std::vector<std::int64_t> weights, std::int64_t bias, std::int64_t lowest,
                         std::int64_t highest)
    : weights_(std::move(weights)), lowest_(lowest), highest_(highest), range_{bias, bias} {
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const std::int64_t w = weights_[k];
    range_.low += std::min(w * lowest, w * highest);
    range_.high += std::max(w * lowest, w * highest);
    divisor_ = std::gcd(divisor_, w);
    if (w != 0) by_size_.push_back(k);
  }
  std::ranges::sort(by_size_, {}, [&](std::size_t k) { return std::abs(weights_[k]); });
  std::int64_t reached = 0;
  is_complete_ = std::ranges::all_of(by_size_, [&](std::size_t k) {
    const std::int64_t size = std::abs(weights_[k]) / divisor_;
    if (size > reached + 1) return false;
    reached += size * (highest_ - lowest_);
    return true;
  });
}

std::optional<std::vector<std::int64_t>> Accumulator::operands_for(std::int64_t sum) const {
  const std::int64_t steps = highest_ - lowest_;
  std::int64_t rest = sum - range_.low, smaller = range_.high - range_.low;
  std::vector<std::int64_t> elements(weights_.size());
  for (std::size_t k = 0; k < weights_.size(); ++k) elements[k] = weights_[k] < 0 ? highest_ : lowest_;
  for (std::size_t n = by_size_.size(); n-- > 0;) {
    const std::size_t k = by_size_[n];
    const std::int64_t size = std::abs(weights_[k]);
    smaller -= size * steps;  // what the weights that are left can add
    const std::int64_t needed = rest > smaller ? (rest - smaller + size - 1) / size : 0;
    if (needed > steps) return std::nullopt;
    elements[k] += weights_[k] < 0 ? -needed : needed;
    rest -= needed * size;
  }
  if (rest != 0) return std::nullopt;
  return elements;
}

Accumulator::Operands Accumulator::reach(const AccumulatorRange& wanted) const {
  const std::int64_t low = std::max(wanted.low, range_.low), high = std::min(wanted.high, range_.high);
  if (low > high) return {Reached::no, {}};
  if (divisor_ == 0) return {Reached::yes, std::vector<std::int64_t>(weights_.size(), lowest_)};
  const std::int64_t first = range_.low + (low - range_.low + divisor_ - 1) / divisor_ * divisor_;
  if (first > high) return {Reached::no, {}};
  for (std::int64_t sum = first, tries = 0; sum <= high && tries < 64; sum += divisor_, ++tries)
    if (auto elements = operands_for(sum)) return {Reached::yes, std::move(*elements)};
  return {is_complete_ ? Reached::no : Reached::not_known, {}};
}

}  // namespace etalon::impl
