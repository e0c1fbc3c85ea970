// SPDX-License-Identifier: Apache-2.0
// Floor 8. What a sum of few terms can be, by evaluating it in every way that is admissible ("CON-FLOAT-SUM"): all
// trees, each product rounded into the type or exact, each partial sum rounded into the type or into a wider one, and
// the result rounded into the type.
#pragma once

#include <array>
#include <vector>

#include "accuracy/interval.hpp"

namespace etalon::impl {

inline constexpr unsigned most_enumerated = 5;

struct FewTerms {
  struct Product {
    double a, b;  // numbers of the type, neither of them zero
  };
  std::array<Product, most_enumerated> terms = {};
  unsigned count = 0;
  double divisor = 1;  // what the sum is divided by: a power of two

  void take(double a, double b) {
    if (count < most_enumerated) terms[count] = {a, b};
    ++count;
  }
  bool is_few() const { return count <= most_enumerated; }
  void give_up() { count = most_enumerated + 1; }
};

// The finite results in ascending order, apart from each other: numbers of the type from low to high.
std::vector<Ends> results_of(const FewTerms& sum, binary_format format);

}  // namespace etalon::impl
