// SPDX-License-Identifier: Apache-2.0
// Floor 5. The attributes of a node against those of a row: which are too many, which are missing, and the order of the
// row. ONNX's own row of the version says what leaving an attribute out means.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "check/profile.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

// What the attribute is where it is not given; nothing where it has no default.
AttributeValue default_of(const AttributeFormal& formal);

// Reports each attribute that the row lacks. One whose absence changes nothing has a fix over the NodeProto `node`.
void check_excess(const Operator& op, const Row& row, int version, const Profile& profile,
                  std::span<const Attribute> attributes, std::vector<Finding>& findings);

// Puts the attributes into the order of the row, and fills in the defaults.
std::optional<Finding> settle_attributes(const Operator& op, const Row& row, int version,
                                         std::span<const Attribute> attributes, std::vector<AttributeValue>& settled);

// The first attribute that is not given and must be: it has no default, or the profile allows none.
std::optional<Finding> check_missing(const Operator& op, const Row& row, int version, const Profile& profile,
                                     std::span<const Attribute> attributes);
bool has_required(const Row& row, std::span<const AttributeValue> settled);

}  // namespace etalon::impl
