// SPDX-License-Identifier: Apache-2.0
// Floor 8. Where a model requantises: in the operators that do so, and in chains of DequantizeLinear, an operator in
// float and QuantizeLinear, which runtimes compute as one of these ("QUANTISE-ALL-CERTIFICATE").
#pragma once

#include <optional>

#include "accuracy/shadow.hpp"
#include "check/check.hpp"
#include "conform/requantise/channel.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {

// Integers of a model, and what they stand for.
struct ScaledIntegers {
  const Tensor *integers = nullptr, *scale = nullptr, *zero_point = nullptr;  // the last may be omitted
  ScaleGeometry places = {};                                                  // of the scale and the zero point

  double scale_of(std::uint64_t i) const;
  std::int64_t zero_point_of(std::uint64_t i) const;
  std::int64_t number_of(std::uint64_t i) const;  // less its zero point
};

struct RequantisingSite {
  std::uint32_t node = 0;         // which has the sums
  bool is_chain = false;          // it is one as fused
  std::string not_judged = {};    // why, where nothing is said of it; the rest is then not there
  std::uint32_t quantised_x = 0;  // the value of the integers that it takes
  DType x_type = {}, y_type = {};
  WeightedSums sums = {};
  const char* in_integers = nullptr;            // see SumFacet
  ScaledIntegers x = {}, weights = {}, y = {};  // x and y without integers
  std::optional<ScaledIntegers> bias = {};      // without a scale where its integers are sums
  const Tensor* real_bias = nullptr;            // or this one
  std::int64_t lowest = 0, highest = 0;         // what the results are held between

  std::int64_t x_zero() const { return x.zero_point_of(0); }
  QuantisedChannel channel(std::uint64_t c) const;
};

// The values that are known before running: initializers that are no inputs, and what nodes move or write of them.
Trail constants_of(const CheckedModel& model);

// The first result of a node whose operands are these, null where one is omitted, in the profile of all operators.
// Nothing where there is none.
std::optional<Tensor> result_of(const Node& node, std::span<const Tensor* const> operands, Team* team);

// In the graph's order. `known` must outlive them.
std::vector<RequantisingSite> requantising_sites(const CheckedModel& model, const Trail& known);

}  // namespace etalon::impl
