// SPDX-License-Identifier: Apache-2.0
// Floor 2. See shape.hpp.
#include "tensor/shape.hpp"

#include <algorithm>

#include "scalar/size.h"

namespace etalon::impl {
namespace {

std::string bracketed(std::span<const std::uint64_t> numbers) {
  std::string text = "[";
  for (std::uint64_t number : numbers) {
    if (text.size() > 1) text += ',';
    text += std::to_string(number);
  }
  return text + "]";
}

}  // namespace

std::optional<Shape> Shape::of(std::span<const std::uint64_t> dims) {
  Shape shape;
  if (dims.size() > Limits::max_rank) return std::nullopt;
  shape.rank = static_cast<unsigned>(dims.size());
  std::copy(dims.begin(), dims.end(), shape.dims.begin());
  if (!size_count(shape.dims.data(), shape.rank, &shape.count)) return std::nullopt;
  return shape;
}

std::string to_string(const Shape& shape) { return bracketed({shape.dims.data(), shape.rank}); }

std::string index_string(const Shape& shape, std::uint64_t linear) {
  std::array<std::uint64_t, Limits::max_rank> index{};
  for (unsigned axis = shape.rank; axis-- > 0;) {
    index[axis] = linear % shape[axis];
    linear /= shape[axis];
  }
  return bracketed({index.data(), shape.rank});
}

}  // namespace etalon::impl
