// SPDX-License-Identifier: Apache-2.0
// Floor 7. Errors of values as vectors: a bound of their Euclidean length. A product with a constant matrix multiplies
// it by the norm of the matrix at most, where bounds of single elements add the magnitudes of whole rows.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "accuracy/bounds.hpp"
#include "graph/graph.hpp"

namespace etalon::impl {

// At least the 2-norm of a matrix of finite numbers; where it is small enough, by 3 % more at most.
double norm_above(std::span<const double> matrix, std::size_t rows, std::size_t columns);

// At least the Euclidean length.
double length_above(std::span<const double> numbers);

class NormsOfValues {
 public:
  explicit NormsOfValues(std::size_t values) : lengths_(values, infinite_bound) {}

  // Of an input or a constant.
  void give(std::uint32_t value, std::span<const double> bounds) { lengths_[value] = length_above(bounds); }
  // What is propagated to the result of a node, as a length, and where that is smaller to each of its elements.
  void lower(const Node& node, const Call& call, std::span<const RealOperand> operands,
             std::vector<OverReals>& outputs);
  // After lower(), which knows what is propagated: what is introduced, and the bounds of the whole error.
  void end(std::uint32_t value, std::span<const double> introduced, std::span<const double> bounds);

 private:
  // What a product with a known matrix makes of the length of its first operand's error: the factor of the whole, and
  // of the elements of each column of the result.
  struct Factors {
    double whole;
    std::vector<double> columns;
  };
  std::optional<Factors> factors_of_product(const Node& node, const Call& call, std::span<const RealOperand> operands);

  std::vector<double> lengths_;            // by value; infinite: not known
  std::map<std::uint32_t, double> norms_;  // of values that are matrices
};

}  // namespace etalon::impl
