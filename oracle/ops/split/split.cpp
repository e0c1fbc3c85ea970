// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/split/split.hpp"

#include <stdexcept>

namespace oracle {

std::vector<Move> split(const Shape& data, std::int64_t axis, std::span<const std::int64_t> sizes) {
  const std::size_t along = axis_of(axis, data.size());
  std::vector<Move> moves;
  std::uint64_t start = 0;
  for (const std::int64_t size : sizes) {
    if (size < 0) {
      throw std::invalid_argument("oracle split: a negative size");
    }
    Shape shape = data;
    shape[along] = static_cast<std::uint64_t>(size);
    moves.push_back({shape, [along, start](Tuple output) {
                       output[along] += start;
                       return Place{0, output};
                     }});
    start += shape[along];
  }
  if (start != data[along]) {
    throw std::invalid_argument("oracle split: the parts do not make up the axis");
  }
  return moves;
}

std::vector<std::int64_t> equal_parts(std::uint64_t size, std::uint64_t parts) {
  if (parts == 0 || size % parts != 0) {
    throw std::invalid_argument("oracle split: no equal parts");
  }
  return std::vector<std::int64_t>(parts, static_cast<std::int64_t>(size / parts));
}

std::vector<std::int64_t> parts_with_smaller_last(std::uint64_t size, std::uint64_t parts) {
  if (parts == 0) {
    throw std::invalid_argument("oracle split: no parts");
  }
  const std::uint64_t each = size / parts + (size % parts == 0 ? 0 : 1);
  if (each * (parts - 1) > size) {
    throw std::invalid_argument("oracle split: too many parts");
  }
  std::vector<std::int64_t> sizes(parts, static_cast<std::int64_t>(each));
  sizes.back() = static_cast<std::int64_t>(size - each * (parts - 1));
  return sizes;
}

}  // namespace oracle
