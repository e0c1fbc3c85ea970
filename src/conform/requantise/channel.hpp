// SPDX-License-Identifier: Apache-2.0
// Floor 8. The sums of an operator that multiplies its first operand by weights: an operator says how they lie, and
// which of its operands they are made of. A channel of them, with what it is rescaled by, is what a requantisation
// sees.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "conform/requantise/rules.hpp"
#include "ops/call.hpp"
#include "ops/family/quantised/requantise.hpp"
#include "scalar/floats.h"

namespace etalon::impl {

// All weights of a channel are added up in each of its sums.
struct WeightedSums {
  std::uint64_t channels, terms;
  std::uint64_t channel_step, term_step;  // weight k of channel c is element c * channel_step + k * term_step
  std::uint64_t result_step;              // element i of the result is of channel i / result_step % channels
};

// The operands of such an operator. One that requantises has scales; zero points may be omitted.
struct SumOperands {
  static constexpr unsigned none = ~0U;

  struct Scaled {
    unsigned elements, scale = none, zero_point = none;
  };
  Scaled x, weights;
  unsigned bias = none;
  unsigned y_scale = none, y_zero_point = none;

  bool requantise() const { return y_scale != none; }
};

struct SumFacet {
  SumOperands at;
  const char* in_integers;  // the operator that computes the sums of integers; a matrix of weights is [terms, channels]
  // The sums, or why they do not lie like this.
  std::variant<WeightedSums, std::string> (*sums)(const Call& call);
};

struct QuantisedChannel {
  std::vector<std::int64_t> weights;  // less their zero point
  std::int64_t bias;
  Rescaling by;
};

// A bias in units of sums of this scale, as implementations store it that compute on integers; 0 for a NaN.
inline std::int64_t quantised_bias(double bias, double scale) {
  const double steps = f64_nearest(bias / scale);
  return std::isnan(steps) ? 0 : static_cast<std::int64_t>(std::clamp(steps, -0x1p31, 0x1p31 - 1));
}

inline std::int64_t lowest_of(DType type) { return static_cast<std::int64_t>(IntegerEnds::of(type).low); }
inline std::int64_t highest_of(DType type) { return static_cast<std::int64_t>(IntegerEnds::of(type).high); }

}  // namespace etalon::impl
