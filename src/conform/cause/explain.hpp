// SPDX-License-Identifier: Apache-2.0
// Floor 8. Why the results of a call differ bitwise from the reference: the cause is found by computing with
// it ("CON-ALL-CAUSE"). A cause is named only if it gives every element of the candidate and chance is excluded
// ("CON-ALL-CHANCE"), and as certain only if no other set of as few alternatives does.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/cause/alternative_run.hpp"
#include "conform/cause/chance.hpp"

namespace etalon::impl {

// One or more things that are done differently, together.
struct Cause {
  std::vector<std::string> parts;  // "the terms of a sum are added pairwise"
};
std::string to_string(const Cause& cause);

struct Explanation {
  std::vector<Cause> causes;  // each of them gives the candidate's results; several cannot be told apart by these data
  std::vector<std::string> hints;     // what agrees with the data but cannot be computed: the error of a function
  std::uint64_t excluded = 0;         // sets of alternatives that were tried and do not give the results
  std::uint64_t agreeing = 0;         // sets that give them; these are causes if chance is excluded
  std::optional<Chance> chance = {};  // where some do; a cause that the differences show by themselves has none
  bool is_complete = true;            // false: there are more sets, which would have taken too long
  bool is_admissible = false;         // a set of admissible alternatives gives all results: they conform

  bool is_certain() const { return causes.size() == 1 && is_complete; }
};

// `samples` are of one call, which is under the policy that the reference has. A cause is one of all of them.
Explanation explain(const Call& call, std::span<const Sample> samples);

// ---- what explanations of one call and of several share
// --------------------------------------------------------------

// Whether all elements that differ do so in one way that can be told from the results alone; the cause is added.
bool is_explained_by_kind(std::span<const Sample> samples, Explanation& explanation);

// Tries sets of one change, then of two and three, until there are some that give the results of all samples; they are
// the causes, if chance is excluded. `gives` and `patterns` return nothing when they will not compute any more, and
// patterns are empty where there is an error condition.
struct Attempt {
  std::function<std::optional<bool>(Changes)> gives;
  std::function<std::optional<Patterns>(Changes, std::span<const Place>)> patterns;
};
void search(const std::vector<Change>& changes, std::span<const Sample> samples, const Attempt& attempt,
            Explanation& explanation);

// The elements of one sample among the places, output by output.
AlternativeRun::Places places_in(std::span<const Place> places, std::size_t sample, std::size_t outputs);

}  // namespace etalon::impl
