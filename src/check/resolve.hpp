// SPDX-License-Identifier: Apache-2.0
// Floor 5. The only place that makes a Call: it settles the version, the row, the types, the attributes and the shapes
// of one node under a profile, or reports which rules are broken.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

struct Resolution {
  Call call;
  std::vector<Finding> notices;
};

// Of a node whose operands are all known. The first broken rule where it cannot be done.
Result<Resolution> resolve(const Profile& profile, std::int64_t opset, const Node& node,
                           std::span<const Argument> inputs);

// ---- the same in steps, for a model, where all findings are wanted and some operands may be unknown ----------------

// Why no version of any operator can be found.
std::optional<Finding> check_opset(std::optional<std::int64_t> opset);

// Why this release has no rules for the node.
std::optional<Finding> check_specified(const Node& node);

// What is known of an operand.
struct Operand {
  std::optional<DType> type;
  std::optional<Shape> shape;
  std::string_view foreign;  // its type, where Etalon does not have it
};

struct Examination {
  std::optional<Call> call;         // where everything is known, and no rule is broken
  std::vector<Finding> findings;    // notices too
  std::vector<std::string> excess;  // names of attributes that the operator does not have
  std::size_t excess_finding = 0;   // which of the findings reports them, where there are any
};

// Applies every rule that can be applied. The node is a specified one; nothing that depends on a version is applied
// where check_opset() has a finding.
Examination examine(const Profile& profile, std::optional<std::int64_t> opset, const Node& node,
                    std::span<const Operand> operands);

}  // namespace etalon::impl
