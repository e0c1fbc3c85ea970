// SPDX-License-Identifier: Apache-2.0
// Floor 5. Branches of If. Where the condition is known before running, the nodes of the branch that it takes replace
// the node, and an Identity for each output gives the results their names: nothing above knows of branches. The page of
// If says which rules hold for a branch that is not taken.
#pragma once

#include <vector>

#include "base/limits.hpp"
#include "check/profile.hpp"
#include "check/resolve.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

struct Unfolded {
  struct Fault {
    Finding finding;
    std::uint32_t node;  // of the graph below, or no_node
  };

  Graph graph;                // without branches; an If that is left has a fault, or breaks a rule by itself
  std::vector<Fault> faults;  // of branches
};

Unfolded unfold(Graph graph, const Profile& profile, const Limits& limits);

}  // namespace etalon::impl
