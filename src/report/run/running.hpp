// SPDX-License-Identifier: Apache-2.0
// Floor 9. One run of a plan on a caller's tensors, with what it reports: events, notices, or why there is no result.
#pragma once

#include <functional>
#include <vector>

#include "run/plan.hpp"

namespace etalon::impl {

struct RunOrder {
  bool events = false;   // count those of every node, not only those that an operator always reports
  bool both = false;     // run the reference as well: both must end alike, to the last bit
  Team* team = nullptr;  // null: the calling thread alone
  std::function<void(std::uint64_t operations)> on_node_done = {};  // called after each node with its operation count
};

struct RunReport {
  std::vector<Events> events;  // one per node; zero where nothing was counted
  std::vector<Finding> notices;
};

// Operations that on_node_done hears of.
std::uint64_t operations_of(const Plan& plan, const RunOrder& order);

// Zeros for every output of the plan, or the limit that one of them exceeds.
Result<std::vector<Tensor>> make_outputs(const Plan& plan, const Limits& limits);

// Unless there is a report, no output is of any meaning.
Result<RunReport> run_plan(const Plan& plan, std::span<const TensorView> inputs,
                           std::span<const MutableTensorView> outputs, const RunOrder& order, const Limits& limits);

struct RunOutcome : RunReport {
  std::vector<Tensor> outputs;
  std::string digest;  // of them
};

// The same with outputs of its own.
Result<RunOutcome> run_tensors(const Plan& plan, std::span<const Tensor> inputs, const RunOrder& order,
                               const Limits& limits);

// The fingerprint of a plan's outputs, in hexadecimal ("RUN-ALL-DIGEST").
std::string digest_of(const Plan& plan, std::span<const TensorView> outputs);

std::uint64_t elements_of(const Plan& plan);  // of all outputs

// Why an analysis or a run of a model ended at the node that the status names.
Finding condition_at(const CheckedModel& model, const Status& status);

}  // namespace etalon::impl
