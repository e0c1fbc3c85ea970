// SPDX-License-Identifier: Apache-2.0
// Floor 5. Holds a graph against a profile. A CheckedModel is the only key to everything that is done with a model.
#pragma once

#include <memory>
#include <vector>

#include "base/limits.hpp"
#include "check/resolve.hpp"

namespace etalon::impl {

struct CheckedModel {
  std::shared_ptr<const Graph> graph;
  Profile profile;
  std::vector<Call> calls;  // one a node, in the graph's order
};

// Elementary operations of all nodes; UINT64_MAX means that or more.
std::uint64_t operations_of(const CheckedModel& model);

struct Verdict {
  std::shared_ptr<const Graph> graph;
  std::vector<Finding> findings;              // at most so many and so long; one more says how many were left out
  std::shared_ptr<const CheckedModel> model;  // there exactly when no finding is an error

  // What the command line ends with: that of the first error.
  Code code() const;
};

inline constexpr std::size_t max_findings = 10'000, max_finding_bytes = std::size_t{1} << 21;

Verdict check(Graph graph, const Profile& profile, const Limits& limits = {});

}  // namespace etalon::impl
