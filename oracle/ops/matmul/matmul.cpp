// SPDX-License-Identifier: Apache-2.0
//
// In all comments the operands are ... x M x K and ... x K x N.
#include "oracle/ops/matmul/matmul.hpp"

namespace oracle {
namespace {

// A vector on the left is a matrix of one row, a vector on the right one of one column.
Shape promoted_left(const Shape& a) { return a.size() == 1 ? Shape{1, a[0]} : a; }
Shape promoted_right(const Shape& b) { return b.size() == 1 ? Shape{b[0], 1} : b; }

Shape without_last_two(const Shape& shape) { return {shape.begin(), shape.end() - 2}; }

std::uint64_t matrix_element(const Tuple& batch, std::uint64_t row, std::uint64_t column, const Shape& shape) {
  Tuple tuple = stretched(batch, without_last_two(shape));
  tuple.push_back(row);
  tuple.push_back(column);
  return offset_of(tuple, shape);
}

}  // namespace

std::optional<MatmulPlan> index_matmul(const Shape& a, const Shape& b) {
  if (a.empty() || b.empty()) {
    return std::nullopt;
  }
  const Shape left = promoted_left(a);
  const Shape right = promoted_right(b);
  const std::uint64_t inner = left[left.size() - 1];
  if (right[right.size() - 2] != inner) {
    return std::nullopt;
  }
  std::optional<Shape> shape = broadcast(std::vector{without_last_two(left), without_last_two(right)});
  if (!shape) {
    return std::nullopt;
  }
  // M and N are axes of the result unless a promotion made them.
  if (a.size() > 1) {
    shape->push_back(left[left.size() - 2]);
  }
  if (b.size() > 1) {
    shape->push_back(right[right.size() - 1]);
  }
  return MatmulPlan{a, b, *shape, inner};
}

MatmulPlan::Pair MatmulPlan::operands(std::uint64_t output) const {
  Tuple batch = tuple_of(output, shape);
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  if (b_shape.size() > 1) {
    column = batch.back();
    batch.pop_back();
  }
  if (a_shape.size() > 1) {
    row = batch.back();
    batch.pop_back();
  }
  Pair pair;
  for (std::uint64_t k = 0; k < inner; ++k) {
    pair.a.push_back(matrix_element(batch, row, k, promoted_left(a_shape)));
    pair.b.push_back(matrix_element(batch, k, column, promoted_right(b_shape)));
  }
  return pair;
}

}  // namespace oracle
