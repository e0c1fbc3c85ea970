// SPDX-License-Identifier: Apache-2.0
// Floor 7. What nodes contribute to the error of one element of an output ("ACC-ALL-CONTRIBUTIONS").
#pragma once

#include "accuracy/certified.hpp"

namespace etalon::impl {

// With the nodes before a group as they were computed and all others over the reals, an output has one value; with the
// group as computed as well it has another. The difference is what the group contributes, with its sign. Over all
// groups these differences add up to the error, exactly.
struct GroupContribution {
  std::uint32_t first, last;  // nodes
  WordBall error;
};

struct Contributions {
  std::uint32_t output = 0;  // a value of the graph
  std::uint64_t element = 0;
  WordBall error;  // computed - real
  std::vector<GroupContribution> groups;
};

// Of the element with the largest error in a certified run. The nodes are put into at most so many groups of about as
// many operations each. Takes a run for each group. Nothing where that element has no error.
Result<std::optional<Contributions>> contributions(const CheckedModel& model, const Trail& inputs,
                                                   const CertifiedRun& run, unsigned groups, const Limits& limits,
                                                   const CertifySettings& settings);

}  // namespace etalon::impl
