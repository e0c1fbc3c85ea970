// SPDX-License-Identifier: Apache-2.0
// Floor 4. How LSTM's operands lie beyond what all recurrent operators share.
#pragma once

#include "ops/family/recurrence.hpp"

namespace etalon::impl {

struct LstmGeometry {
  // The order of the matrices in W, R and B; P has the first three.
  enum Gate : unsigned { input, output, forget, cell, gate_count };
  static constexpr unsigned peepholes = 3;
  static constexpr Activation::Function functions[] = {Activation::Function::sigmoid, Activation::Function::tanh,
                                                       Activation::Function::tanh};
  static constexpr RecurrenceKind kind{gate_count, functions};
};

// Whether the forget gate is 1 minus the input gate.
inline bool couples_gates(const Call& call) { return *call.named<std::int64_t>("input_forget") != 0; }

// The working group's page makes one sum of the products with x, h and c, and adds the sum of both biases.
inline bool sums_at_once(const Call& call) { return call.row->source != Source::onnx; }

}  // namespace etalon::impl
