// SPDX-License-Identifier: Apache-2.0
// Floor 2. Shapes of at most eight dimensions, with a count that is known to fit 64 bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/limits.hpp"

namespace etalon::impl {

struct Shape {
  std::array<std::uint64_t, Limits::max_rank> dims{};
  unsigned rank = 0;
  std::uint64_t count = 1;

  std::uint64_t operator[](unsigned axis) const { return dims[axis]; }
  bool operator==(const Shape& other) const {
    if (rank != other.rank) return false;
    for (unsigned axis = 0; axis < rank; ++axis)  // few: a call of memcmp would cost more than all of them
      if (dims[axis] != other.dims[axis]) return false;
    return true;
  }

  // Nothing where the rank is above the limit or the count does not fit.
  static std::optional<Shape> of(std::span<const std::uint64_t> dims);
};

std::string to_string(const Shape& shape);  // "[2,3]", "[]" for a scalar

// The index of element number `linear`, as "[1,0]".
std::string index_string(const Shape& shape, std::uint64_t linear);

}  // namespace etalon::impl
