// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/shape/shape.hpp"

namespace oracle {

std::vector<std::int64_t> shape(const Shape& data, std::int64_t start, std::optional<std::int64_t> end) {
  const auto rank = static_cast<std::int64_t>(data.size());
  std::vector<std::int64_t> sizes;
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    const bool is_behind_start = axis >= (start < 0 ? start + rank : start);
    const bool is_before_end = !end || axis < (*end < 0 ? *end + rank : *end);
    if (is_behind_start && is_before_end) {
      sizes.push_back(static_cast<std::int64_t>(data[static_cast<std::size_t>(axis)]));
    }
  }
  return sizes;
}

}  // namespace oracle
