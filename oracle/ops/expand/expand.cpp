// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/expand/expand.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {

Move expand(const Shape& data, std::span<const std::int64_t> wanted) {
  if (std::any_of(wanted.begin(), wanted.end(), [](std::int64_t size) { return size < 0; })) {
    throw std::invalid_argument("oracle expand: a negative size");
  }
  const Shape shapes[] = {data, Shape(wanted.begin(), wanted.end())};
  const std::optional<Shape> shape = broadcast(shapes);
  if (!shape) {
    throw std::invalid_argument("oracle expand: the shapes do not match");
  }
  return {*shape, [data](const Tuple& output) { return Place{0, stretched(output, data)}; }};
}

}  // namespace oracle
