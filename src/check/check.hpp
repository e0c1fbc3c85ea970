// SPDX-License-Identifier: Apache-2.0
// Floor 5. Holds a graph against a profile. A CheckedModel is the only key to everything that is done with a model.
#pragma once

#include <optional>
#include <vector>

#include "check/resolve.hpp"

namespace etalon::impl {

struct CheckedModel {
  Graph graph;
  const Profile* profile;
  std::vector<Call> calls;  // one a node, in the graph's order
};

struct Verdict {
  std::vector<Finding> findings;
  std::optional<CheckedModel> model;  // there exactly when no finding is an error
};

Verdict check(Graph graph, const Profile& profile);

}  // namespace etalon::impl
