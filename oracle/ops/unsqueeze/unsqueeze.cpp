// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/unsqueeze/unsqueeze.hpp"

namespace oracle {

Move unsqueeze(const Shape& data, std::span<const std::int64_t> axes) {
  const std::vector<bool> is_new = axes_of(axes, data.size() + axes.size());
  Shape shape;
  auto size = data.begin();
  for (const bool inserted : is_new) {
    shape.push_back(inserted ? 1 : *size++);
  }
  return {shape, [is_new](const Tuple& output) {
            Tuple at;
            for (std::size_t axis = 0; axis < output.size(); ++axis) {
              if (!is_new[axis]) {
                at.push_back(output[axis]);
              }
            }
            return Place{0, at};
          }};
}

}  // namespace oracle
