// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether a computation that gives a candidate's results could give them by chance: with hundreds of
// alternatives and one element that is a few ulp off, one of them nearly always does ("CON-ALL-CHANCE").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tensor/tensor.hpp"

namespace etalon::impl {

// One set of operands, what the candidate made of them and what the reference makes of them. A tensor without data is
// not there.
struct Sample {
  std::vector<TensorView> inputs, candidate;
  const std::vector<Tensor>* results;  // of the reference

  TensorView reference(std::size_t k) const { return (*results)[k].view(); }
};

// Elements of which the candidate and the reference have different bits, at most 256 of all samples together. Of
// elements with the same two patterns, and the same operand where that has the shape of the result, only the first is
// taken: they may be the same sum of the same terms.
struct Place {
  std::size_t sample, output;
  std::uint64_t element, ulp;  // how far the candidate is from the reference
  std::uint64_t candidate;     // its pattern
};
std::vector<Place> differing_places(std::span<const Sample> samples);

// What a computation has at these places.
using Patterns = std::vector<std::uint64_t>;

// How unlikely it is that some of the alternatives that were tried gives all differing elements by chance.
struct Chance {
  std::uint64_t elements = 0;      // that count
  std::uint64_t alternatives = 0;  // that were tried
  double bits = 0;                 // it is at most 2^-bits

  static constexpr double least_bits = 20;
  bool is_excluded() const { return bits >= least_bits; }
};

// An element counts with the largest of: 1/16; 1/(d+1), d being its distance from the reference in ulp, which bounds
// what any distribution gives that has its peak at the reference and falls from there; the share of other computations
// that give it; and, where that is significantly more, their share among those that give an element counted before.
// These are multiplied with each other and with the number of alternatives. `computations` are some of those that were
// tried, at least `least_computations` unless there are fewer. `parts` is how many computations may share the elements.
inline constexpr std::size_t least_computations = 8, most_computations = 48;
Chance chance_of(std::span<const Place> places, std::span<const Patterns> computations, std::uint64_t alternatives,
                 unsigned parts = 1);

}  // namespace etalon::impl
