// SPDX-License-Identifier: Apache-2.0
// Floor 7. Arithmetic of polynomials, as far as the limits allow it: a product of sums is multiplied out.
#pragma once

#include "vnnlib/property.hpp"

namespace etalon::impl::vnnlib {

// What a number takes.
std::uint64_t bits_of(const Number& number);

// Counts what polynomials are made of; false where that is too much.
class PolynomialMaker {
 public:
  explicit PolynomialMaker(const PropertyLimits& limits) : limits_(limits) {}

  // The parts added, or all that follow the first subtracted from it; they are used up.
  [[nodiscard]] bool add(std::vector<Polynomial>&& parts, bool subtracts, Polynomial& sum);
  [[nodiscard]] bool multiply(Polynomial& by, const Polynomial& other);
  static void negate(Polynomial& polynomial);
  [[nodiscard]] bool spend(const Polynomial& made);

 private:
  const PropertyLimits& limits_;
  std::uint64_t terms_ = 0, bits_ = 0;
};

}  // namespace etalon::impl::vnnlib
