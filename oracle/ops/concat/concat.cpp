// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/concat/concat.hpp"

#include <stdexcept>

namespace oracle {

Move concat(std::span<const Shape> inputs, std::int64_t axis) {
  if (inputs.empty()) {
    throw std::invalid_argument("oracle concat: no input");
  }
  Shape shape = inputs.front();
  const std::size_t along = axis_of(axis, shape.size());
  std::vector<std::uint64_t> sizes;
  shape[along] = 0;
  for (Shape input : inputs) {
    sizes.push_back(input.at(along));
    input[along] = shape[along];
    if (input != shape) {
      throw std::invalid_argument("oracle concat: the inputs differ on another axis");
    }
    shape[along] += sizes.back();
  }
  return {shape, [sizes, along](Tuple output) {
            std::size_t input = 0;
            while (output[along] >= sizes.at(input)) {
              output[along] -= sizes[input];
              ++input;
            }
            return Place{input, output};
          }};
}

}  // namespace oracle
