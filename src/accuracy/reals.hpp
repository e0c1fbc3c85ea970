// SPDX-License-Identifier: Apache-2.0
// Floor 7. Elements of stored tensors as real numbers, exact or between doubles; and the sum of products over enclosed
// reals, which is most of a shadow's work.
#pragma once

#include <vector>

#include "accuracy/slopes.hpp"
#include "exact/dyadic_sum.hpp"
#include "exact/enclosed.hpp"
#include "ops/dot.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

using Reals = std::vector<Enclosure>;

// The elements as real numbers; NaN and infinities have no value. Truth values are 0 and 1.
Reals reals_of(const TensorView& tensor);
bool is_finite(const TensorView& tensor, std::uint64_t i);
Number number_of(const TensorView& tensor, std::uint64_t i);  // of a finite element

// The doubles below and above an element; NaN where it is one.
Ends ends_of(const TensorView& tensor, std::uint64_t i);

// Products of floats are added as integers; operands that are not dyadic, or have no value, take the general path.
template <> struct Exactly<Enclosed> {
  void step(const Enclosure& a, const Enclosure& b, unsigned*) {
    const Number *x = std::get_if<Number>(&a), *y = std::get_if<Number>(&b);
    if (x == nullptr || y == nullptr || !dyadic.add_product(*x, *y))
      rest = Enclosed::add(rest, Enclosed::mul(a, b, nullptr), nullptr);
  }
  void plus(const Enclosure& a, unsigned*) { rest = Enclosed::add(rest, a, nullptr); }
  void scaled(const Enclosure& a, const Enclosure& b, unsigned*) { step(a, b, nullptr); }
  void times(const Enclosure& a, unsigned*) { settle(Enclosed::mul(finish(nullptr), a, nullptr)); }
  void divide(std::uint64_t count, unsigned*) { settle(Enclosed::div_count(finish(nullptr), count, nullptr)); }
  void root(unsigned*) { settle(Enclosed::root_of_squares(finish(nullptr), nullptr)); }
  Enclosure finish(unsigned*) const { return Enclosed::add(rest, dyadic.value(), nullptr); }

  DyadicSum dyadic;
  Enclosure rest = Enclosed::zero();

 private:
  void settle(Enclosure sum) {
    rest = std::move(sum);
    dyadic.clear();
  }
};

}  // namespace etalon::impl
