// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/flatten/flatten.hpp"

namespace oracle {

Move flatten(const Shape& data, std::int64_t axis) {
  const bool is_behind_the_last = axis == static_cast<std::int64_t>(data.size());
  const std::size_t border = is_behind_the_last ? data.size() : axis_of(axis, data.size());
  Shape shape{1, 1};
  for (std::size_t i = 0; i < data.size(); ++i) {
    shape[i < border ? 0 : 1] *= data[i];
  }
  return {shape, [shape, data](const Tuple& output) { return Place{0, tuple_of(offset_of(output, shape), data)}; }};
}

}  // namespace oracle
