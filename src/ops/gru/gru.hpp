// SPDX-License-Identifier: Apache-2.0
// Floor 4. How GRU's operands lie beyond what all recurrent operators share.
#pragma once

#include "ops/family/recurrence.hpp"

namespace etalon::impl {

struct GruGeometry {
  enum Gate : unsigned { update, reset, hidden, gate_count };  // the order of the matrices in W, R and B
  static constexpr Activation::Function functions[] = {Activation::Function::sigmoid, Activation::Function::tanh};
  static constexpr RecurrenceKind kind{gate_count, functions};
};

// Whether the reset gate multiplies the product with R, not the state. Version 1 does not have the attribute.
inline bool resets_last(const Call& call) {
  const std::int64_t* given = call.named<std::int64_t>("linear_before_reset");
  return given != nullptr && *given != 0;
}

}  // namespace etalon::impl
