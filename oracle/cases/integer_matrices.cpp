// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/integer_matrices.hpp"

#include <utility>

#include "oracle/cases/matrices.hpp"

namespace oracle {

Shape draw_parameter_shape(Random& random, const Shape& matrix, Lines lines) {
  const std::uint64_t kind = random.below(4);
  if (matrix.size() < 2 || kind < 2) {
    return draw_scalar_shape(random);
  }
  const std::size_t kept = matrix.size() - (lines == Lines::rows ? 2 : 1);
  if (matrix.size() == 2 && kind == 2) {
    return {matrix[kept]};
  }
  Shape shape = matrix;
  shape[lines == Lines::rows ? matrix.size() - 1 : matrix.size() - 2] = 1;
  return shape;
}

std::uint64_t IntegerProduct::of_row(const Tensor& parameters, std::uint64_t output) const {
  return parameters.patterns[parameters.patterns.size() == 1 ? 0 : lines.operands(output).a[0]];
}

std::uint64_t IntegerProduct::of_column(const Tensor& parameters, std::uint64_t output) const {
  return parameters.patterns[parameters.patterns.size() == 1 ? 0 : lines.operands(output).b[0]];
}

Answer IntegerProduct::accumulator(std::uint64_t output) const {
  const MatmulPlan::Pair pair = plan.operands(output);
  const std::uint64_t a_zero = a.zero_points ? of_row(*a.zero_points, output) : 0;
  const std::uint64_t b_zero = b.zero_points ? of_column(*b.zero_points, output) : 0;
  Integer128 sum = 0;
  for (std::uint64_t k = 0; k < plan.inner; ++k) {
    const Centred left{a.elements.type.integer(), a.elements.patterns[pair.a[k]], a_zero};
    const Centred right{b.elements.type.integer(), b.elements.patterns[pair.b[k]], b_zero};
    sum += Integer128{left.number()} * right.number();
  }
  return wrapped_sum(sum);
}

namespace {

IntegerProduct product_of(IntegerMatrix a, IntegerMatrix b) {
  Shape rows = a.elements.shape;
  Shape columns = b.elements.shape;
  MatmulPlan plan = index_matmul(rows, columns).value();
  rows.back() = 1;
  columns[columns.size() == 1 ? 0 : columns.size() - 2] = 1;
  return {std::move(a), std::move(b), std::move(plan), index_matmul(rows, columns).value()};
}

// With scalar zero points; a few products less than the largest, so that both sides of the end are met.
IntegerProduct draw_wrapping_product(Random& random) {
  const std::uint64_t length = draw_wrapping_length(random);
  const auto draw_vector = [&](Shape shape) {
    const Integer type = draw_byte_type(random, Which::other);
    const auto [element, zero] = draw_extremes(random, type);
    Tensor elements{type, std::move(shape), std::vector<std::uint64_t>(length, element)};
    for (int i = random.between(0, 9); i > 0; --i) {
      elements.patterns[random.below(length)] = zero;
    }
    return IntegerMatrix{std::move(elements), Tensor{type, draw_scalar_shape(random), {zero}}};
  };
  const bool are_matrices = random.coin();
  IntegerMatrix a = draw_vector(are_matrices ? Shape{1, length} : Shape{length});
  IntegerMatrix b = draw_vector(are_matrices ? Shape{length, 1} : Shape{length});
  return product_of(std::move(a), std::move(b));
}

}  // namespace

IntegerProduct draw_integer_product(Random& random, ZeroPoints zeros) {
  if (random.wish == nullptr && random.below(1000) == 0) {
    return draw_wrapping_product(random);
  }
  const std::vector<Shape> shapes = draw_matrices(random);
  const auto draw_matrix = [&](const Shape& shape, Which which, Lines lines) {
    const Integer type = draw_byte_type(random, which);
    const Shape parameters = draw_parameter_shape(random, shape, lines);
    IntegerMatrix matrix{draw_tensor(random, type, shape), draw_zero_point_tensor(random, type, parameters)};
    if (random.coin()) {
      draw_near(random, matrix.elements, *matrix.zero_points);
    }
    if (zeros == ZeroPoints::optional && random.below(3) == 0) {
      matrix.zero_points.reset();
    }
    return matrix;
  };
  IntegerMatrix a = draw_matrix(shapes[0], Which::first_operand, Lines::rows);
  IntegerMatrix b = draw_matrix(shapes[1], Which::other, Lines::columns);
  return product_of(std::move(a), std::move(b));
}

}  // namespace oracle
