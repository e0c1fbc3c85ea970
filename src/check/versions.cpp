// SPDX-License-Identifier: Apache-2.0
// Floor 5. See versions.hpp.
#include "check/versions.hpp"

namespace etalon::impl {

bool is_known(std::optional<std::int64_t> opset) { return opset && *opset >= 1 && *opset <= newest_opset; }

int version_of(const Operator& op, std::int64_t opset) {
  int version = 0;
  for (const int since : op.versions)
    if (since <= opset) version = since;
  return version;
}

const Row* find_row(const Operator& op, std::optional<Source> source, int version) {
  for (const Row& row : op.rows)
    if (row.source == source && row.versions.contains(version)) return &row;
  return nullptr;
}

std::string numbered(const Operator& op, int version) { return std::string(op.name) + "-" + std::to_string(version); }

}  // namespace etalon::impl
