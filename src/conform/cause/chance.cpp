// SPDX-License-Identifier: Apache-2.0
// Floor 8. See chance.hpp.
#include "conform/cause/chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "conform/judge/judge.hpp"
#include "tensor/pattern.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t most_places = 256;
constexpr double least_share = 1.0 / 16;

// Which computations give the candidate's element, place by place.
using Matches = std::vector<std::vector<bool>>;

std::uint64_t count(const std::vector<bool>& given) {
  return static_cast<std::uint64_t>(std::ranges::count(given, true));
}
std::uint64_t count_of_both(const std::vector<bool>& a, const std::vector<bool>& b) {
  std::uint64_t both = 0;
  for (std::size_t c = 0; c < a.size(); ++c) both += a[c] && b[c];
  return both;
}

// The share of computations that give element i, or that of those among them that give a counted one, where it is
// larger by more than three standard deviations: then the elements depend on each other.
double share_of(const Matches& given, std::size_t i, std::span<const std::size_t> counted) {
  if (given[i].empty()) return 0;
  const double share = static_cast<double>(count(given[i])) / static_cast<double>(given[i].size());
  double most = share;
  for (const std::size_t j : counted) {
    const auto n = static_cast<double>(count(given[j])), both = static_cast<double>(count_of_both(given[i], given[j]));
    if (both > n * share + 3 * std::sqrt(n * share * (1 - share))) most = std::max(most, both / n);
  }
  return most;
}

// The operand at the same place, where there is one.
std::uint64_t operand_at(const Sample& sample, const Shape& shape, std::uint64_t i) {
  const bool has = !sample.inputs.empty() && sample.inputs[0].data != nullptr && sample.inputs[0].shape == shape;
  return has ? pattern_at(sample.inputs[0], i) : 0;
}

}  // namespace

std::vector<Place> differing_places(std::span<const Sample> samples) {
  std::vector<Place> places;
  std::set<std::array<std::uint64_t, 3>> seen;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const std::size_t most = most_places * (s + 1) / samples.size();  // each sample has its part
    for (std::size_t k = 0; k < samples[s].candidate.size(); ++k) {
      const TensorView candidate = samples[s].candidate[k], reference = samples[s].reference(k);
      for (std::uint64_t i = 0; candidate.data != nullptr && i < candidate.shape.count && places.size() < most; ++i) {
        if (same_bits(candidate, reference, i)) continue;
        const std::uint64_t own = pattern_at(candidate, i), other = pattern_at(reference, i);
        if (seen.insert({own, other, operand_at(samples[s], candidate.shape, i)}).second)
          places.push_back({s, k, i, distance_between(candidate, reference, i).ulp, own});
      }
    }
  }
  return places;
}

Chance chance_of(std::span<const Place> places, std::span<const Patterns> computations, std::uint64_t alternatives,
                 unsigned parts) {
  Chance chance{0, alternatives, 0};
  if (computations.size() < std::min<std::uint64_t>(least_computations, alternatives)) return chance;
  // Computations that are alike are one, and those that give all of the candidate's elements are no others.
  Patterns own;
  for (const Place& place : places) own.push_back(place.candidate);
  std::set<Patterns> others(computations.begin(), computations.end());
  others.erase(own);
  Matches given(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const Patterns& other : others) given[i].push_back(other[i] == own[i]);

  std::vector<std::size_t> order(places.size()), counted;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(UINT64_MAX - places[i].ulp, i); });
  for (const std::size_t i : order) {
    double share = std::max(least_share, 1 / (static_cast<double>(places[i].ulp) + 1));
    share = parts * std::max(share, share_of(given, i, counted));
    if (!(share < 1)) continue;
    chance.bits -= std::log2(share);
    counted.push_back(i);
  }
  chance.elements = counted.size();
  chance.bits =
      std::max(0.0, chance.bits - parts * std::log2(static_cast<double>(std::max<std::uint64_t>(alternatives, 1))));
  return chance;
}

}  // namespace etalon::impl
