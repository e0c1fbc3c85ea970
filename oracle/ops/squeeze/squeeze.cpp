// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/squeeze/squeeze.hpp"

#include <stdexcept>

namespace oracle {

Move squeeze(const Shape& data, const std::optional<std::vector<std::int64_t>>& axes) {
  std::vector<bool> goes = axes ? axes_of(*axes, data.size()) : std::vector<bool>(data.size());
  Shape shape;
  for (std::size_t axis = 0; axis < data.size(); ++axis) {
    goes[axis] = axes ? goes[axis] : data[axis] == 1;
    if (goes[axis] && data[axis] != 1) {
      throw std::invalid_argument("oracle squeeze: an axis is not of size one");
    }
    if (!goes[axis]) {
      shape.push_back(data[axis]);
    }
  }
  return {shape, [goes](const Tuple& output) {
            Tuple at;
            auto coordinate = output.begin();
            for (const bool squeezed : goes) {
              at.push_back(squeezed ? 0 : *coordinate++);
            }
            return Place{0, at};
          }};
}

}  // namespace oracle
