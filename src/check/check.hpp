// SPDX-License-Identifier: Apache-2.0
// Floor 5. Checks a graph against a profile. Everything else that is done with a model requires a CheckedModel.
#pragma once

#include <memory>
#include <vector>

#include "base/limits.hpp"
#include "check/finding_log.hpp"
#include "check/resolve.hpp"

namespace etalon::impl {

struct CheckedModel {
  std::shared_ptr<const Graph> graph;
  Profile profile;
  std::vector<Call> calls;  // one per node, in the graph's order
};

// Elementary operations of all nodes; UINT64_MAX means that or more.
std::uint64_t operations_of(const CheckedModel& model);

// A broken rule makes a model not conformant, whatever else is not judged.
enum class Judgement : std::uint8_t { conformant, not_conformant, not_judged };

Judgement judgement_of(std::span<const Finding> findings);

// What the command line ends with: not_conformant, or else the code of the first error, or else not_judged, or ok.
Code code_of(std::span<const Finding> findings);

// The first finding that this code rests on; null where it is ok.
const Finding* reason_of(std::span<const Finding> findings);

struct Verdict {
  std::shared_ptr<const Graph> graph;
  std::vector<Finding> findings;              // limited in number and length; the last one reports what was left out
  std::uint64_t judged = 0;                   // nodes whose operator's rules hold, or of which one is broken
  std::shared_ptr<const CheckedModel> model;  // there exactly when the model is conformant

  Judgement judgement() const { return judgement_of(findings); }
  Code code() const { return code_of(findings); }
};

Verdict check(Graph graph, const Profile& profile, const Limits& limits = {});

}  // namespace etalon::impl
