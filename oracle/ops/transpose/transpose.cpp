// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/transpose/transpose.hpp"

#include <stdexcept>

namespace oracle {

Move transpose(const Shape& data, std::span<const std::int64_t> perm) {
  std::vector<std::size_t> from;
  Shape shape;
  for (const std::int64_t axis : perm) {
    if (axis < 0) {
      throw std::out_of_range("oracle transpose: a negative axis");
    }
    from.push_back(axis_of(axis, data.size()));
    shape.push_back(data[from.back()]);
  }
  axes_of(perm, data.size());  // refuses an axis that is there twice
  if (from.size() != data.size()) {
    throw std::invalid_argument("oracle transpose: an axis is missing");
  }
  return {shape, [from](const Tuple& output) {
            Tuple at(output.size());
            for (std::size_t axis = 0; axis < output.size(); ++axis) {
              at[from[axis]] = output[axis];
            }
            return Place{0, at};
          }};
}

}  // namespace oracle
