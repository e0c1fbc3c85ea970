// SPDX-License-Identifier: Apache-2.0
#include "oracle/indices/tuples.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {
namespace {

Shape with_leading_ones(Shape shape, std::size_t rank) {
  while (shape.size() < rank) {
    shape.insert(shape.begin(), 1);
  }
  return shape;
}

}  // namespace

std::uint64_t element_count(const Shape& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape) {
    count *= size;
  }
  return count;
}

std::uint64_t offset_of(const Tuple& tuple, const Shape& shape) {
  if (tuple.size() != shape.size()) {
    throw std::out_of_range("oracle: coordinates of another rank");
  }
  std::uint64_t offset = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (tuple[axis] >= shape[axis]) {
      throw std::out_of_range("oracle: no such element");
    }
    offset = offset * shape[axis] + tuple[axis];
  }
  return offset;
}

Tuple tuple_of(std::uint64_t offset, const Shape& shape) {
  if (offset >= element_count(shape)) {
    throw std::out_of_range("oracle: no such element");
  }
  Tuple tuple(shape.size());
  for (std::size_t axis = shape.size(); axis > 0; --axis) {
    tuple[axis - 1] = offset % shape[axis - 1];
    offset /= shape[axis - 1];
  }
  return tuple;
}

std::size_t axis_of(std::int64_t axis, std::size_t rank) {
  const auto axes = static_cast<std::int64_t>(rank);
  if (axis < -axes || axis >= axes) {
    throw std::out_of_range("oracle: no such axis");
  }
  return static_cast<std::size_t>(axis < 0 ? axis + axes : axis);
}

std::vector<bool> axes_of(std::span<const std::int64_t> axes, std::size_t rank) {
  std::vector<bool> chosen(rank, false);
  for (const std::int64_t axis : axes) {
    const std::size_t place = axis_of(axis, rank);
    if (chosen[place]) {
      throw std::invalid_argument("oracle: an axis is given twice");
    }
    chosen[place] = true;
  }
  return chosen;
}

std::optional<Shape> broadcast(std::span<const Shape> shapes) {
  std::size_t rank = 0;
  for (const Shape& shape : shapes) {
    rank = std::max(rank, shape.size());
  }
  Shape result(rank, 1);
  for (const Shape& shape : shapes) {
    const Shape aligned = with_leading_ones(shape, rank);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      if (aligned[axis] == 1) {
        continue;
      }
      if (result[axis] != 1 && result[axis] != aligned[axis]) {
        return std::nullopt;
      }
      result[axis] = aligned[axis];
    }
  }
  return result;
}

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

}  // namespace oracle
