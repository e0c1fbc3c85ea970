// SPDX-License-Identifier: Apache-2.0
// Floor 6. A checked model made ready to run: where every value lies, what is decoded, which kernel each node takes. A
// plan does not change, so threads may share it; each run brings its own buffers and its own arena.
#pragma once

#include "base/limits.hpp"
#include "check/check.hpp"
#include "run/buffers.hpp"
#include "run/layout.hpp"

namespace etalon::impl {

class Plan {
 public:
  // The bytes that the model was read from must outlive the plan: constants stay there unless they must be decoded.
  // Each node may be cut into `tasks` tasks, for which the arena has scratch.
  static Result<Plan> make(std::shared_ptr<const CheckedModel> model, KernelTable kernels, const Limits& limits,
                           unsigned tasks = 1);

  const CheckedModel& model() const { return *model_; }
  const std::shared_ptr<const CheckedModel>& shared_model() const { return model_; }
  std::span<const Port> inputs() const { return inputs_; }
  std::span<const Port> outputs() const { return outputs_; }
  std::span<const TensorView> constants() const { return constants_; }  // by value; without data where it is none
  std::uint64_t arena_bytes() const { return arena_bytes_; }            // that run() needs, aligned to Arena::alignment
  std::uint64_t value_bytes() const { return value_bytes_; }            // of the arena, for values
  std::uint64_t live_bytes() const { return live_bytes_; }        // of values that are needed at once: no plan has less
  std::uint64_t decoded_bytes() const { return decoded_bytes_; }  // of constants that do not lie in the model's bytes
  std::uint64_t packed_bytes() const { return packed_bytes_; }    // of what kernels made of constants beforehand
  std::uint64_t operations() const { return operations_; }        // of all nodes; UINT64_MAX means that or more
  std::uint64_t staged_bytes() const { return staged_bytes_; }  // of outputs that wait for the last step that can fail

  // Computes all nodes in order. All or nothing: unless it returns ok, no output was written. Allocates nothing, locks
  // nothing (a team may), does no input or output. Events are counted where `events` wants them. The result does not
  // depend on the team.
  Status run(const Buffers& buffers, std::span<std::byte> arena, EventSink* events, Team* team = nullptr) const;

 private:
  struct Step {
    Kernel plain, counting;  // none where the result lies where the operand does
    std::uint32_t inputs, outputs;
    std::uint64_t scratch_bytes = 0;
    std::size_t operands = 0;           // where those of the step begin in operands_
    const std::byte* packed = nullptr;  // in packed_
    bool made = false;                  // its results are constants of the plan
  };
  struct Copy {  // of an output that is not computed in place
    ValuePlace from;
    std::uint32_t output;
  };

  Plan() = default;
  std::optional<Finding> place_constants(const Limits& limits, std::vector<ValuePlace>& places);
  void make_constants(const Limits& limits, std::vector<ValuePlace>& places);
  void name_constants(std::span<const ValuePlace> places);
  static Finding too_large(const std::string& what, std::uint64_t bytes, const Limits& limits);
  std::optional<Finding> place_results(std::vector<ValuePlace> known);
  std::optional<Finding> pack_constants(const Limits& limits);
  class Regions;
  Status preconditions(std::size_t n, Inputs inputs, EventSink* events) const;  // of step n, on its operands

  std::shared_ptr<const CheckedModel> model_;
  std::vector<Port> inputs_, outputs_;
  std::vector<std::byte> decoded_;
  AlignedBytes packed_;
  std::vector<std::vector<std::byte>> made_;  // results of nodes that are constants
  std::vector<TensorView> constants_;
  std::vector<Step> steps_;           // one per node
  std::vector<ValuePlace> operands_;  // inputs and outputs of the steps, in order
  unsigned tasks_ = 1;
  std::vector<Copy> copies_;
  // In the arena, after the values: the addresses of the operands of a step that has many, and what kernels work in.
  std::uint64_t addresses_at_ = 0, scratch_at_ = 0;
  std::uint64_t arena_bytes_ = 0, value_bytes_ = 0, live_bytes_ = 0, decoded_bytes_ = 0, packed_bytes_ = 0,
                operations_ = 0, staged_bytes_ = 0;
};

}  // namespace etalon::impl
