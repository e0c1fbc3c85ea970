// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reshape/reshape.hpp"

#include <optional>
#include <stdexcept>

namespace oracle {

Move reshape(const Shape& data, std::span<const std::int64_t> wanted, bool allowzero) {
  Shape shape;
  std::optional<std::size_t> open;  // the axis of the -1
  for (std::size_t axis = 0; axis < wanted.size(); ++axis) {
    if (wanted[axis] < -1 || (wanted[axis] == -1 && open)) {
      throw std::invalid_argument("oracle reshape: not a shape");
    }
    if (wanted[axis] == -1) {
      open = axis;
      shape.push_back(1);
    } else if (wanted[axis] == 0 && !allowzero) {
      if (axis >= data.size()) {
        throw std::invalid_argument("oracle reshape: no axis whose size could be taken");
      }
      shape.push_back(data[axis]);
    } else {
      shape.push_back(static_cast<std::uint64_t>(wanted[axis]));
    }
  }
  if (open) {
    const std::uint64_t others = element_count(shape);
    if (others == 0) {
      throw std::invalid_argument("oracle reshape: any size would do for the -1");
    }
    shape[*open] = element_count(data) / others;
  }
  if (element_count(shape) != element_count(data)) {
    throw std::invalid_argument("oracle reshape: another number of elements");
  }
  return {shape, [shape, data](const Tuple& output) { return Place{0, tuple_of(offset_of(output, shape), data)}; }};
}

}  // namespace oracle
