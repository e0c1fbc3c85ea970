// SPDX-License-Identifier: Apache-2.0
// Floor 7. See norms.hpp.
#include "accuracy/norms.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "ops/gemm/gemm.hpp"

namespace etalon::impl {
namespace {

double root_up(double x) { return x == 0 ? 0 : step_up(std::sqrt(x)); }

// A square matrix of doubles and what it may be wrong by, as lengths of all its elements, times a power of two.
struct Squared {
  std::size_t size;
  std::vector<double> elements;
  double wrong;
  long exponent = 0;

  double length() const { return length_above(elements); }

  // Of elements about 1, so that a square neither overflows nor loses more than what is added here.
  void scale() {
    const int by = std::ilogb(length());
    for (double& x : elements) x = std::ldexp(x, -by);
    wrong = sum_up(std::ldexp(wrong, -by), std::ldexp(static_cast<double>(size), -1000));
    exponent += by;
  }
  // Each element of the square is a sum of `size` products, wrong by size * 2^-52 of the sum of their magnitudes.
  void square() {
    const double own = length(), rounded = product_up(static_cast<double>(size) * 0x1p-52, product_up(own, own));
    std::vector<double> square(elements.size());
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t k = 0; k < size; ++k) {
        const double factor = elements[i * size + k];
        for (std::size_t j = 0; j < size; ++j) square[i * size + j] += factor * elements[k * size + j];
      }
    wrong = sum_up(rounded, product_up(wrong, sum_up(2 * own, wrong)));
    elements = std::move(square);
    exponent *= 2;
    scale();
  }
};

// The matrix times its transpose, on the side where that is smaller.
Squared gram(std::span<const double> matrix, std::size_t rows, std::size_t columns) {
  const bool by_rows = rows <= columns;
  const std::size_t size = by_rows ? rows : columns, terms = by_rows ? columns : rows;
  const auto element = [&](std::size_t i, std::size_t k) {
    return by_rows ? matrix[i * columns + k] : matrix[k * columns + i];
  };
  Squared product{size, std::vector<double>(size * size), 0};
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < terms; ++k) sum += element(i, k) * element(j, k);
      product.elements[i * size + j] = product.elements[j * size + i] = sum;
    }
  const double length = length_above(matrix);
  product.wrong = sum_up(product_up(static_cast<double>(terms) * 0x1p-52, product_up(length, length)),
                         static_cast<double>(size * terms) * 0x1p-1070);
  product.scale();
  return product;
}

// The numbers that an operand is, if it is known.
std::optional<std::vector<double>> constant_in(const RealOperand& operand, std::uint64_t count) {
  if (!operand.errors.empty()) return std::nullopt;
  const EndsView ends = operand.view();
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!is_finite(ends[i]) || ends[i].low != ends[i].high) return std::nullopt;
    numbers[static_cast<std::size_t>(i)] = ends[i].low;
  }
  return numbers;
}

bool is_one_of(const Call& call, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, call.op->name) != names.end();
}

bool is_product(const Call& call) { return is_one_of(call, {"MatMul", "Gemm"}); }

// Whether each element of the result is another element of the first operand, or a function of one that is nowhere
// steeper than 1.
bool is_nowhere_steep(const Call& call) {
  return is_one_of(call, {"Abs", "Clip", "Cos", "Flatten", "Identity", "Neg", "Relu", "Reshape", "Sigmoid", "Sin",
                          "Squeeze", "Tanh", "Transpose", "Unsqueeze"});
}

bool is_sum(const Call& call) { return is_one_of(call, {"Add", "Sub"}); }

}  // namespace

double length_above(std::span<const double> numbers) {
  double squares = 0;
  for (const double x : numbers)
    if (x != 0) squares = sum_up(squares, product_up(std::abs(x), std::abs(x)));
  return root_up(squares);
}

// The norm is at most the length of all elements, and the root of the largest sums of a row and of a column; the norm
// of a power of A^T A is at most the length of its elements.
double norm_above(std::span<const double> matrix, std::size_t rows, std::size_t columns) {
  constexpr std::size_t largest = 128;
  constexpr unsigned squares = 7;
  std::vector<double> of_rows(rows), of_columns(columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const double size = std::abs(matrix[i * columns + j]);
      of_rows[i] = sum_up(of_rows[i], size);
      of_columns[j] = sum_up(of_columns[j], size);
    }
  const double sums = product_up(std::ranges::max(of_rows), std::ranges::max(of_columns));
  const double length = length_above(matrix), simple = std::min(length, root_up(sums));
  // The first square has elements of the fourth power of the length: they are doubles.
  if (std::min(rows, columns) > largest || !(length > 0x1p-200 && length < 0x1p200)) return simple;
  Squared power = gram(matrix, rows, columns);
  for (unsigned k = 0; k < squares; ++k) power.square();
  double norm = sum_up(power.length(), power.wrong);
  for (unsigned k = 0; k <= squares; ++k) {  // the last root is that of A^T A
    const long odd = power.exponent & 1;
    norm = root_up(odd != 0 ? 2 * norm : norm);
    power.exponent = (power.exponent - odd) / 2;
  }
  return std::min(simple, std::ldexp(norm, static_cast<int>(power.exponent)));
}

// The second operand of a MatMul or Gemm, as it is, not as it is multiplied.
std::optional<NormsOfValues::Factors> NormsOfValues::factors_of_product(const Node& node, const Call& call,
                                                                        std::span<const RealOperand> operands) {
  constexpr std::uint64_t most = std::uint64_t{1} << 18;
  const Shape &second = call.inputs[1]->shape, &result = call.outputs[0]->shape;
  if (second.rank != 2 || second.count == 0 || second.count > most || call.inputs[0]->shape.rank < 2 ||
      result.count == 0)
    return std::nullopt;
  const std::optional<std::vector<double>> numbers = constant_in(operands[1], second.count);
  if (!numbers) return std::nullopt;
  const auto [norm, is_new] = norms_.try_emplace(node.inputs[1], 0);
  if (is_new)
    norm->second = norm_above(*numbers, static_cast<std::size_t>(second[0]), static_cast<std::size_t>(second[1]));
  std::optional<GemmGeometry> gemm;
  if (is_one_of(call, {"Gemm"})) gemm.emplace(call);
  const double factor = gemm ? std::abs(GemmGeometry::factor(call, "alpha")) : 1;
  const auto columns = static_cast<std::size_t>(result[result.rank - 1]), rows = numbers->size() / columns;
  std::vector<double> column(rows);
  Factors factors{product_up(factor, norm->second), {}};
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t k = 0; k < rows; ++k) column[k] = (*numbers)[gemm ? gemm->b(j, k) : k * columns + j];
    factors.columns.push_back(product_up(factor, length_above(column)));
  }
  return factors;
}

void NormsOfValues::lower(const Node& node, const Call& call, std::span<const RealOperand> operands,
                          std::vector<OverReals>& outputs) {
  if (!is_floating(call) || operands.empty() || !call.inputs[0] || call.outputs.size() != 1) return;
  std::vector<double>& elements = outputs[0].propagated;
  double& length = lengths_[node.outputs[0]];
  const auto is_exact = [&](std::size_t k) {
    return k >= operands.size() || !call.inputs[k] || operands[k].errors.empty();
  };
  if (is_sum(call)) {
    double sum = 0;
    for (std::size_t k = 0; k < 2; ++k)
      if (!is_exact(k))
        sum = call.inputs[k]->shape.count == elements.size() ? sum_up(sum, lengths_[node.inputs[k]]) : infinite_bound;
    length = sum;
    return;
  }
  for (std::size_t k = is_product(call) ? 2 : 1; k < operands.size(); ++k)
    if (!is_exact(k)) return;
  const double given = lengths_[node.inputs[0]];
  if (is_nowhere_steep(call)) {
    length = given;
  } else if (is_product(call) && given < infinite_bound) {
    const std::optional<Factors> factors = factors_of_product(node, call, operands);
    if (!factors) return;
    length = product_up(given, factors->whole);
    for (std::size_t i = 0; i < elements.size(); ++i)
      elements[i] = std::min(elements[i], product_up(given, factors->columns[i % factors->columns.size()]));
  }
}

void NormsOfValues::end(std::uint32_t value, std::span<const double> introduced, std::span<const double> bounds) {
  double& length = lengths_[value];
  length = std::min(length_above(bounds), sum_up(length, length_above(introduced)));
}

}  // namespace etalon::impl
