// SPDX-License-Identifier: Apache-2.0
// Floor 8. Why the results of a call have other bits than the reference: what the candidate does otherwise is found by
// doing it ("CON-ALL-CAUSE"). A cause is named only if it gives every element of the candidate, and as certain only if
// no other set of as few alternatives does.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/trial.hpp"

namespace etalon::impl {

// One or more things that are done otherwise, together.
struct Cause {
  std::vector<std::string> parts;  // "the terms of a sum are added pairwise"
};
std::string to_string(const Cause& cause);

struct Explanation {
  std::vector<Cause> causes;  // each of them gives the candidate's results; several cannot be told apart by these data
  std::vector<std::string> hints;  // what agrees with the data but cannot be computed: the error of a function
  std::uint64_t excluded = 0;      // sets of alternatives that were tried and do not give the results

  bool is_complete = true;  // false: there are more sets, which would have taken too long

  bool is_certain() const { return causes.size() == 1 && is_complete; }
};

// `candidate` as for judge(). The call is under the policy that the reference has.
Explanation explain(const Call& call, std::span<const TensorView> inputs, std::span<const TensorView> candidate,
                    const std::vector<Tensor>& reference);

// ---- what explanations of one call and of several share
// --------------------------------------------------------------

// Whether all elements that differ do so in one way that can be told from the results alone; the cause is added.
bool is_explained_by_kind(std::span<const TensorView> candidate, const std::vector<Tensor>& reference,
                          Explanation& explanation);

// Tries sets of one change, then of two and three, until there are some that give the results. `gives` returns nothing
// when it will not compute any more.
using Gives = std::function<std::optional<bool>(Changes)>;
void search(const std::vector<Change>& changes, const Gives& gives, Explanation& explanation);

}  // namespace etalon::impl
