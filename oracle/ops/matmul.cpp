// SPDX-License-Identifier: Apache-2.0
//
// A tuple is a list of coordinates, first axis first. In all comments the operands are ... x M x K and ... x K x N.
#include "oracle/ops/matmul.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {
namespace {

using Tuple = std::vector<std::uint64_t>;

std::uint64_t offset_of(const Tuple& tuple, const Shape& shape) {
  std::uint64_t offset = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    offset = offset * shape[axis] + tuple[axis];
  }
  return offset;
}

Tuple tuple_of(std::uint64_t offset, const Shape& shape) {
  Tuple tuple(shape.size());
  for (std::size_t axis = shape.size(); axis > 0; --axis) {
    tuple[axis - 1] = offset % shape[axis - 1];
    offset /= shape[axis - 1];
  }
  return tuple;
}

std::uint64_t element_count(const Shape& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape) {
    count *= size;
  }
  return count;
}

// A vector on the left is a matrix of one row, a vector on the right one of one column.
Shape promoted_left(const Shape& a) { return a.size() == 1 ? Shape{1, a[0]} : a; }
Shape promoted_right(const Shape& b) { return b.size() == 1 ? Shape{b[0], 1} : b; }

Shape without_last_two(const Shape& shape) { return {shape.begin(), shape.end() - 2}; }

// Shapes are aligned at their ends; the shorter one counts as if it began with ones.
Shape with_leading_ones(Shape shape, std::size_t rank) {
  while (shape.size() < rank) {
    shape.insert(shape.begin(), 1);
  }
  return shape;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  const std::size_t rank = std::max(a.size(), b.size());
  const Shape x = with_leading_ones(a, rank);
  const Shape y = with_leading_ones(b, rank);
  Shape result;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (x[axis] != y[axis] && x[axis] != 1 && y[axis] != 1) {
      return std::nullopt;
    }
    result.push_back(x[axis] == 1 ? y[axis] : x[axis]);
  }
  return result;
}

// The coordinates within an operand for these coordinates of the broadcast axes: leading axes that the operand lacks
// are dropped, and an axis of size one is always at zero.
Tuple stretched(Tuple tuple, const Shape& shape) {
  while (tuple.size() > shape.size()) {
    tuple.erase(tuple.begin());
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) {
      tuple[axis] = 0;
    }
  }
  return tuple;
}

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
  std::optional<Shape> shape = broadcast(without_last_two(left), without_last_two(right));
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
  if (output >= element_count(shape)) {
    throw std::out_of_range("oracle matmul: no such output");
  }
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
