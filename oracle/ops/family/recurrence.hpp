// SPDX-License-Identifier: Apache-2.0
//
// LSTM and GRU, step by step: sums of products are those of dot.hpp, each other operation is rounded once, Sigmoid and
// Tanh are the real value rounded once. Needs MPFR.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/call.hpp"

namespace oracle {

// A function by its name in ONNX; its factors are numbers of type float.
struct Activation {
  std::string name;
  Float alpha{}, beta{};
};

Answer activate(Type type, const Activation& activation, std::uint64_t x);

// Operands as ONNX orders them with layout 0; what is omitted is nothing.
struct Recurrence {
  Type type;
  Accumulation accumulation = Accumulation::sequential;
  std::uint64_t steps = 0, batch = 0, inputs = 0, hidden = 0;
  std::uint64_t directions = 1;
  bool is_reverse = false;  // where there is one direction
  std::vector<std::uint64_t> x = {}, w = {}, r = {};
  std::optional<std::vector<std::uint64_t>> b = {}, initial_h = {}, initial_c = {}, p = {};
  std::optional<std::vector<std::uint64_t>> lengths = {};
  std::vector<Activation> activations = {};  // of each direction in turn
  std::optional<Float> clip = {};
  bool is_coupled = false;    // LSTM: input_forget
  bool is_linear = false;     // GRU: linear_before_reset
  bool sums_at_once = false;  // LSTM: products with x, h and c are one sum, and the sum of both biases is added to it
};

// Patterns in the order of layout 0. Events are those of the elements of Y.
struct RecurrenceAnswer {
  std::vector<std::uint64_t> y, y_h, y_c;
  std::vector<unsigned> events;
};

RecurrenceAnswer lstm(const Recurrence& call);
RecurrenceAnswer gru(const Recurrence& call);

}  // namespace oracle
