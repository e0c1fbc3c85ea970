// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/gather/gather.hpp"

namespace oracle {

Move gather(const Shape& data, const Shape& indices, std::span<const std::int64_t> values, std::int64_t axis) {
  const std::size_t along = axis_of(axis, data.size());
  std::vector<std::uint64_t> slices;
  for (const std::int64_t value : values) {
    slices.push_back(axis_of(value, data[along]));  // counts as axes do
  }
  const auto before = data.begin() + static_cast<std::ptrdiff_t>(along);
  Shape shape(data.begin(), before);
  shape.insert(shape.end(), indices.begin(), indices.end());
  shape.insert(shape.end(), before + 1, data.end());
  return {shape, [along, indices, slices](const Tuple& output) {
            const auto first = output.begin() + static_cast<std::ptrdiff_t>(along);
            const auto last = first + static_cast<std::ptrdiff_t>(indices.size());
            Tuple at(output.begin(), first);
            at.push_back(slices[offset_of(Tuple(first, last), indices)]);
            at.insert(at.end(), last, output.end());
            return Place{0, at};
          }};
}

}  // namespace oracle
