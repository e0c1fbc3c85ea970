// SPDX-License-Identifier: Apache-2.0
// Floor 8. The causes of all differences of a candidate, found over all inputs that it was run on: a cause is one that
// gives the results for every input ("CON-ALL-CAUSE", "CON-ALL-INPUTS").
#pragma once

#include <span>

#include "conform/compare/compare.hpp"

namespace etalon::impl {

// Fills in ComparedNode::why and ComparedStretch::why where bits differ, and judges what a cause gives that conforms
// whatever it gives. All comparisons are of one model.
void explain_differences(std::span<Comparison> comparisons, Team* team = nullptr);

// The same inputs by the candidate and by the reference, both by index into Graph::values.
struct CandidateRun {
  Trail inputs, values;
};
Result<std::vector<Comparison>> compare_all(const std::shared_ptr<const CheckedModel>& model,
                                            std::vector<CandidateRun> runs, Team* team = nullptr,
                                            const Progress& on_node_done = {});

}  // namespace etalon::impl
