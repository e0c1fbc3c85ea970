// SPDX-License-Identifier: Apache-2.0
// Floor 8. See reach.hpp. Counted from the least sum, a sum is that of magnitudes of weights, each taken between no
// time and `steps` times. From the largest down, each is taken as seldom as the smaller ones allow, and more often only
// where these do not give the rest: mostly the first way is good, since small weights leave no gaps.
#include "conform/requantise/reach.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace etalon::impl {

Accumulator::Accumulator(std::vector<std::int64_t> weights, std::int64_t bias, std::int64_t lowest,
                         std::int64_t highest)
    : weights_(std::move(weights)), lowest_(lowest), highest_(highest), range_{bias, bias}, divisors_{0}, totals_{0} {
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const std::int64_t w = weights_[k];
    range_.low += std::min(w * lowest, w * highest);
    range_.high += std::max(w * lowest, w * highest);
    if (w != 0) by_size_.push_back(k);
  }
  std::ranges::sort(by_size_, {}, [&](std::size_t k) { return std::abs(weights_[k]); });
  for (const std::size_t k : by_size_) {
    divisors_.push_back(std::gcd(divisors_.back(), weights_[k]));
    totals_.push_back(totals_.back() + std::abs(weights_[k]) * (highest_ - lowest_));
  }
}

// Depth first and without recursion, since there is a level for each weight: level n is about the first n by size.
struct Accumulator::Search {
  struct Level {
    std::int64_t rest = 0, times = 0, most = 0;  // what they are to give, and how often the largest of them is taken
  };
  const Accumulator& sums;
  std::int64_t budget;  // ways that may still be tried
  std::vector<Level> levels = std::vector<Level>(sums.by_size_.size() + 1);

  bool is_over() const { return budget < 0; }
  std::int64_t size(std::size_t n) const { return std::abs(sums.weights_[sums.by_size_[n - 1]]); }

  // Whether there can be a way; if so, `times` is one below the first.
  bool opens(std::size_t n, std::int64_t rest) {
    if (rest > sums.totals_[n] || rest % sums.divisors_[n] != 0) return false;
    const std::int64_t above = rest - sums.totals_[n - 1];
    levels[n] = {rest, (above > 0 ? (above + size(n) - 1) / size(n) : 0) - 1,
                 std::min(sums.highest_ - sums.lowest_, rest / size(n))};
    return true;
  }

  bool gives(std::int64_t rest) {
    const std::size_t all = levels.size() - 1;
    if (all == 0) return rest == 0;
    if (!opens(all, rest)) return false;
    for (std::size_t n = all; n <= all;) {
      Level& at = levels[n];
      if (++at.times > at.most) {
        ++n;
        continue;
      }
      if (--budget < 0) return false;
      const std::int64_t left = at.rest - at.times * size(n);
      if (n == 1 && left == 0) return true;
      if (n > 1 && opens(n - 1, left)) --n;
    }
    return false;
  }

  std::vector<std::int64_t> elements() const {
    std::vector<std::int64_t> found(sums.weights_.size(), sums.lowest_);
    for (std::size_t n = 1; n < levels.size(); ++n) {
      const std::size_t k = sums.by_size_[n - 1];
      found[k] = sums.weights_[k] < 0 ? sums.highest_ - levels[n].times : sums.lowest_ + levels[n].times;
    }
    return found;
  }
};

Accumulator::Operands Accumulator::reach(const AccumulatorRange& wanted) const {
  const std::int64_t low = std::max(wanted.low, range_.low), high = std::min(wanted.high, range_.high);
  const std::int64_t divisor = std::max<std::int64_t>(divisors_.back(), 1);
  Search search{*this, 20000 + 8 * static_cast<std::int64_t>(by_size_.size())};
  for (std::int64_t sum = range_.low + (low - range_.low + divisor - 1) / divisor * divisor; sum <= high;
       sum += divisor) {
    if (search.gives(sum - range_.low)) return {Reached::yes, sum, search.elements()};
    if (search.is_over()) return {Reached::not_known, 0, {}};
  }
  return {Reached::no, 0, {}};
}

}  // namespace etalon::impl
