// SPDX-License-Identifier: Apache-2.0
// Floor 8. A call that is computed with changes, and held against a candidate or kept ("CON-ALL-CAUSE").
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "conform/cause/changes.hpp"

namespace etalon::impl {

struct Candidate;
using Changes = std::span<const Change* const>;

// A call with changes, and the alternative that they amount to.
struct ChangedCall {
  ChangedCall(const Call& from, Changes changes) : call(from) {
    for (const Change* change : changes) change->apply(call, alternative);
  }
  Call call;
  Alternative alternative = {};
};

// A call on its operands, computed with one set of changes or another.
class AlternativeRun {
 public:
  AlternativeRun(const Call& call, std::span<const TensorView> inputs)
      : call_(call), inputs_(inputs), wide_(inputs.size()) {}

  // Operators with one result whatever is done have none that differs, unless their alternatives say so.
  static bool is_possible(const Call& call);

  // Whether these changes together give the candidate's results.
  bool gives(Changes changes, std::span<const TensorView> candidate);
  // Which elements of a floating-point result they give; nothing where they give none of the first.
  std::optional<std::vector<bool>> matches(Changes changes, const TensorView& candidate);
  // The patterns of some elements of each result, those of output k in ascending order; nothing where there is an error
  // condition.
  using Places = std::vector<std::vector<std::uint64_t>>;
  std::optional<std::vector<std::uint64_t>> patterns_at(Changes changes, const Places& places);
  // What they give; nothing where that is an error condition.
  std::optional<std::vector<Tensor>> results(Changes changes);

 private:
  bool run(const ChangedCall& changed, std::span<Candidate> results);
  const void* operand(const Call& call, std::size_t k);

  const Call& call_;
  std::span<const TensorView> inputs_;
  std::vector<std::optional<Tensor>> wide_;  // operands in the type that a change computes in
};

Tensor converted_to(DType type, const TensorView& from);

}  // namespace etalon::impl
