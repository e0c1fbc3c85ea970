// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/matrices.hpp"

namespace oracle {

std::vector<Shape> draw_matrices(Random& random) {
  if (random.wish != nullptr && !random.wish->sides.empty()) {
    const Shape& wished = random.wish->sides;
    return {{wished[0], wished[1]}, {wished[1], wished[2]}};
  }
  const Shape sides = draw_shape(random, 3, 3, 300);  // M, K, N
  std::vector<Shape> shapes = draw_broadcast_shapes(random, 2, 12, highest_rank - 2);
  const bool is_vector_on_left = random.below(6) == 0;
  const bool is_vector_on_right = random.below(6) == 0;
  shapes[0] = is_vector_on_left ? Shape{} : shapes[0];
  shapes[1] = is_vector_on_right ? Shape{} : shapes[1];
  if (!is_vector_on_left) {
    shapes[0].push_back(sides[0]);
  }
  shapes[0].push_back(sides[1]);
  shapes[1].push_back(sides[1]);
  if (!is_vector_on_right) {
    shapes[1].push_back(sides[2]);
  }
  return shapes;
}

}  // namespace oracle
