// SPDX-License-Identifier: Apache-2.0
//
// Which elements a matrix product multiplies, by the rules of numpy.matmul: operands of rank one are promoted, all axes
// but the last two are broadcast.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/indices/tuples.hpp"

namespace oracle {

struct MatmulPlan {
  // Offsets of elements, both lists in the order of summation: a[0] is multiplied by b[0], and so on.
  struct Pair {
    std::vector<std::uint64_t> a;
    std::vector<std::uint64_t> b;
  };

  Shape a_shape;
  Shape b_shape;
  Shape shape;          // of the result
  std::uint64_t inner;  // how many products each output sums

  // What the output at this offset sums. Offsets count elements in row-major order.
  // Throws std::out_of_range if the result has no such element.
  Pair operands(std::uint64_t output) const;
};

// Nothing if the shapes do not match.
std::optional<MatmulPlan> index_matmul(const Shape& a, const Shape& b);

}  // namespace oracle
