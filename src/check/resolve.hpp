// SPDX-License-Identifier: Apache-2.0
// Floor 5. resolve() is the only place that makes a Call: it settles the version, the row, the types, the attributes
// and the shapes of one node under a profile, or says which rule is broken.
#pragma once

#include <span>
#include <vector>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

struct Resolution {
  Call call;
  std::vector<Finding> notices;
};

Result<Resolution> resolve(const Profile& profile, int opset, const Node& node, std::span<const Argument> inputs);

}  // namespace etalon::impl
