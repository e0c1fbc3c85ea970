// SPDX-License-Identifier: Apache-2.0
//
// Matrix products of integers with zero points: which zero points and scales belong to an output, and its
// accumulator.
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/cases/quantisation.hpp"
#include "oracle/ops/matmul/matmul.hpp"
#include "oracle/ops/matmulinteger/matmulinteger.hpp"

namespace oracle {

// Parameters of a matrix are a scalar, or a vector of as many as it has rows or columns, if it is of rank two, or have
// its shape, but for an axis of size one: the last one for rows, the one before that for columns.
enum class Lines { rows, columns };
Shape draw_parameter_shape(Random& random, const Shape& matrix, Lines lines);

// An operand of the product.
struct IntegerMatrix {
  Tensor elements;
  std::optional<Tensor> zero_points;  // nothing: 0
};

struct IntegerProduct {
  IntegerMatrix a;
  IntegerMatrix b;
  MatmulPlan plan;
  MatmulPlan lines;  // of the parameters, as if each operand had one element in every row or column

  Answer accumulator(std::uint64_t output) const;

  // The parameter of the row of a, and of the column of b, that an output is made of.
  std::uint64_t of_row(const Tensor& parameters, std::uint64_t output) const;
  std::uint64_t of_column(const Tensor& parameters, std::uint64_t output) const;
};

// Any operands; rarely long vectors whose product comes close to the ends of int32, or leaves it. With zero points that
// are always there, or that may be omitted.
enum class ZeroPoints { required, optional };
IntegerProduct draw_integer_product(Random& random, ZeroPoints zeros);

}  // namespace oracle
