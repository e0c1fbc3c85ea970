// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/tile/tile.hpp"

#include <stdexcept>

namespace oracle {

Move tile(const Shape& data, std::span<const std::int64_t> repeats) {
  if (repeats.size() != data.size()) {
    throw std::invalid_argument("oracle tile: not one repeat an axis");
  }
  Shape shape = data;
  for (std::size_t axis = 0; axis < data.size(); ++axis) {
    if (repeats[axis] < 0) {
      throw std::invalid_argument("oracle tile: a negative repeat");
    }
    shape[axis] *= static_cast<std::uint64_t>(repeats[axis]);
  }
  return {shape, [data](Tuple output) {
            for (std::size_t axis = 0; axis < output.size(); ++axis) {
              output[axis] %= data[axis];
            }
            return Place{0, output};
          }};
}

}  // namespace oracle
