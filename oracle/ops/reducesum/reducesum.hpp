// SPDX-License-Identifier: Apache-2.0
//
// ReduceSum: the sums over some of the axes. A sum without products is a dot product with ones: it begins at +0, takes
// its terms in row-major order whatever the order of the axes, and is rounded as the accumulation says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/indices/tuples.hpp"

namespace oracle {

// Which elements each output sums.
struct Reduction {
  Shape shape;                                    // of the result
  std::vector<std::vector<std::uint64_t>> terms;  // offsets of elements in order of summation, by output
};

// The reduced axes stay with size one where keepdims is set. Throws std::out_of_range or std::invalid_argument if there
// is no such axis, or one is given twice.
Reduction reduction(const Shape& data, std::span<const std::int64_t> axes, bool keepdims);

Answer sum(Type type, Accumulation how, std::span<const std::uint64_t> terms);

// The sums of a tensor whose elements are given in row-major order. Without axes all are summed, or with
// noop_with_empty_axes nothing is: the result then is the tensor as it is, bit for bit.
struct ReduceSum {
  Shape shape;
  std::vector<Answer> sums;
};
ReduceSum reduce_sum(Type type, Accumulation how, const Shape& data, std::span<const std::uint64_t> elements,
                     std::span<const std::int64_t> axes, bool keepdims, bool noop_with_empty_axes);

}  // namespace oracle
