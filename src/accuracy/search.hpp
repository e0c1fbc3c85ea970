// SPDX-License-Identifier: Apache-2.0
// Floor 7. A search over ranges of inputs for a large error of an output ("ACC-ALL-SEARCH"). What it reaches is the
// certified error of one run, and the worst error over the ranges is not below it.
#pragma once

#include "accuracy/certified.hpp"

namespace etalon::impl {

struct SearchSettings {
  std::uint64_t inputs = 0;  // that are tried; none: no search
  std::uint64_t seed = 1;    // what is found follows from both alone
  KernelTable kernels = nullptr;
  Team* team = nullptr;  // for several inputs at a time
  Progress on_node_done = {};
};

struct Reached {
  std::uint64_t tried = 0, seed = 0;
  std::uint64_t without_error = 0;  // of those tried: an element of an output has no finite error
  // The largest error, if there was one.
  Trail inputs;  // that lead to it, by index into Graph::values
  std::uint32_t output = 0;
  std::uint64_t element = 0;
  double below = 0, above = 0;  // it is between them
};

// Inputs lie between `low` and `high`, which are by index into Graph::values.
Reached search(const CheckedModel& model, const Trail& low, const Trail& high, const Limits& limits,
               const SearchSettings& settings);

}  // namespace etalon::impl
