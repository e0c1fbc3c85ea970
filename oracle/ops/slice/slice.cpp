// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/slice/slice.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {
namespace {

__extension__ using Integer128 = __int128;

// The coordinates that are left of an axis, in their order.
std::vector<std::uint64_t> coordinates(std::uint64_t size, const Cut& cut) {
  if (cut.step == 0) {
    throw std::invalid_argument("oracle slice: a step of zero");
  }
  if (size == 0) {
    return {};
  }
  const Integer128 n = size;
  const auto place = [&](Integer128 given, Integer128 lowest, Integer128 highest) {
    return std::clamp(given < 0 ? given + n : given, lowest, highest);
  };
  std::vector<std::uint64_t> result;
  if (cut.step > 0) {
    const Integer128 end = place(cut.end, 0, n);
    for (Integer128 i = place(cut.start, 0, n); i < end; i += cut.step) {
      result.push_back(static_cast<std::uint64_t>(i));
    }
  } else {
    const Integer128 end = place(cut.end, -1, n - 1);
    for (Integer128 i = place(cut.start, 0, n - 1); i > end; i += cut.step) {
      result.push_back(static_cast<std::uint64_t>(i));
    }
  }
  return result;
}

}  // namespace

Move slice(const Shape& data, std::span<const Cut> cuts) {
  std::vector<std::vector<std::uint64_t>> left(data.size());
  std::vector<std::int64_t> axes;
  for (std::size_t axis = 0; axis < data.size(); ++axis) {
    left[axis] =
        coordinates(data[axis], {static_cast<std::int64_t>(axis), 0, static_cast<std::int64_t>(data[axis]), 1});
  }
  for (const Cut& cut : cuts) {
    const std::size_t axis = axis_of(cut.axis, data.size());
    left[axis] = coordinates(data[axis], cut);
    axes.push_back(cut.axis);
  }
  axes_of(axes, data.size());  // refuses an axis that is cut twice
  Shape shape;
  for (const std::vector<std::uint64_t>& along : left) {
    shape.push_back(along.size());
  }
  return {shape, [left](Tuple output) {
            for (std::size_t axis = 0; axis < output.size(); ++axis) {
              output[axis] = left[axis][output[axis]];
            }
            return Place{0, output};
          }};
}

}  // namespace oracle
