// SPDX-License-Identifier: Apache-2.0
// Floor 8. A node whose operands are dequantised and whose results are quantised: many implementations compute the
// whole chain on the integers, as QLinearConv or QLinearMatMul ("QUANTISE-ALL-FUSED").
#pragma once

#include <optional>
#include <vector>

#include "conform/cause/stretch.hpp"

namespace etalon::impl {

struct QuantisedChain {
  // An operand of the call: a value of the graph, or a tensor that is made for it.
  struct Operand {
    std::uint32_t value = 0;
    std::optional<Tensor> made = {};
  };

  std::vector<std::uint32_t> inside;  // nodes that are not computed by themselves: the node, and a Relu behind it
  Call call;                          // on the integers
  std::vector<Operand> operands;
  std::vector<Change> changes;  // what it can do differently
  bool rectifies = false;       // there is a Relu

  // Whether its results are never below the zero point: the change that a Relu makes, always made.
  static const Change& rectified();
};

// The chain that ends with node `last`, whose values inside are not known and are used by nothing else.
std::optional<QuantisedChain> chain_ending_with(const CheckedModel& model, const Wiring& wiring, std::uint32_t last,
                                                KnownValues known);

}  // namespace etalon::impl
