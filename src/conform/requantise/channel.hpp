// SPDX-License-Identifier: Apache-2.0
// Floor 8. A channel of an operator that requantises: its weights, and what its accumulator is rescaled by. The
// operator says which these are, from its constant operands.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "conform/requantise/rules.hpp"
#include "ops/call.hpp"
#include "ops/family/requantise.hpp"

namespace etalon::impl {

struct QuantisedChannel {
  std::vector<std::int64_t> weights;  // less their zero point
  std::int64_t bias, x_zero;
  Rescaling by;
};

// The operands of a call by their elements; those that are omitted are 0.
class ConstantOperands {
 public:
  explicit ConstantOperands(std::vector<TensorView> operands) : operands_(std::move(operands)) {}
  std::int64_t integer(unsigned k, std::uint64_t i) const { return static_cast<std::int64_t>(number(k, i)); }
  double number(unsigned k, std::uint64_t i) const;

 private:
  std::vector<TensorView> operands_;  // without data where one is omitted
};

inline std::int64_t lowest_of(DType type) { return static_cast<std::int64_t>(IntegerEnds::of(type).low); }
inline std::int64_t highest_of(DType type) { return static_cast<std::int64_t>(IntegerEnds::of(type).high); }

// The channels, or why nothing is said of them.
using QuantisedChannels = std::variant<std::vector<QuantisedChannel>, std::string>;

}  // namespace etalon::impl
