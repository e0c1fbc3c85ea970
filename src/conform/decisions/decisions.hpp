// SPDX-License-Identifier: Apache-2.0
// Floor 8. Whether rounding changes what a network decides ("DEC-ALL-SAME"): over a set of inputs, which score is the
// largest, or on which side of a threshold it is, over the reals, under each accumulation policy, and in any admissible
// order.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "accuracy/certified.hpp"
#include "conform/decisions/inputs.hpp"

namespace etalon::impl {

inline constexpr std::size_t policy_count = std::size(accumulation_names);

// What scores are compared with. 0.3 is no double, so that the nearest one would decide otherwise than the text says.
struct Threshold {
  std::string text;  // as it was given
  Number number;     // the same, exactly
};

// A decimal such as 0.3 or 1e-3, or another finite literal of a real: 1/3, 0x1p-3.
Result<Threshold> threshold_of(std::string_view text, Limits limits);

struct DecisionSettings {
  std::uint32_t output = 0;  // a value of the graph; its rows are decided one by one
  std::optional<Threshold> threshold =
      std::nullopt;        // each element is compared with it; otherwise the largest of a row is taken
  bool any_order = false;  // whether every admissible order is judged, too
  KernelTable kernels = nullptr;
};

// A decision is an element of its row, or whether it is above the threshold.
struct RowDecision {
  std::optional<std::uint64_t> real;                             // nothing: could not be told
  std::array<bool, policy_count> ran{};                          // whether the policy exists for the model
  std::array<std::optional<std::uint64_t>, policy_count> taken;  // then; nothing: a score is NaN
  double margin = 0;                  // over the reals, between the decision and the nearest other one; rounded down
  double error = 0;                   // the largest certified error of a score under any policy
  double any_order_error = HUGE_VAL;  // bound of the error of a score in any admissible order
  bool holds_in_any_order = false;

  bool is_same() const;       // over the reals and in every run
  bool is_otherwise() const;  // in a run at least; if it is neither, it could not be told
};

// The settings for the output of this name; "" is the only one. Only floating-point numbers are decided about; without
// a threshold a row needs two of them.
Result<DecisionSettings> decided_by(const Graph& graph, const std::string& output, DecisionSettings settings);

// Of one input, row by row. `inputs` by index into Graph::values.
Result<std::vector<RowDecision>> decide(const CheckedModel& model, const Trail& inputs,
                                        const DecisionSettings& settings, const Limits& limits);

// The same of many, in their order; inputs are decided at the same time by the threads of a team. The finding is that
// of the first input that has one.
Result<std::vector<std::vector<RowDecision>>> decide_all(const CheckedModel& model, const InputBatch& inputs,
                                                         const DecisionSettings& settings, const Limits& limits,
                                                         Team* team = nullptr,
                                                         const std::function<void()>& on_input_done = {});

}  // namespace etalon::impl
