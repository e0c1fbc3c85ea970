// SPDX-License-Identifier: Apache-2.0
// Floor 7. Elements of stored tensors as real numbers, exact or between doubles; and the sum of products over enclosed
// reals, which is most of a shadow's work.
#pragma once

#include <vector>

#include "accuracy/slopes.hpp"
#include "exact/dyadic_sum.hpp"
#include "exact/enclosed.hpp"
#include "ops/family/dot.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

using Reals = std::vector<Enclosure>;

// The elements as real numbers; NaN and infinities have no value. Truth values are 0 and 1.
Reals reals_of(const TensorView& tensor);
bool is_finite(const TensorView& tensor, std::uint64_t i);
bool are_finite(const TensorView& tensor);
Number number_of(const TensorView& tensor, std::uint64_t i);  // of a finite element

// The doubles below and above an element; NaN where it is one.
Ends ends_of(const TensorView& tensor, std::uint64_t i);

// Products of floats are added as integers; operands that are not dyadic, or have no value, take the general path.
template <> struct Exactly<Enclosed> {
  using Algebra = Enclosed;
  explicit Exactly(const Enclosed& algebra) : a(algebra) {}
  void step(const Enclosure& x, const Enclosure& y, unsigned*) {
    const Number *m = std::get_if<Number>(&x), *n = std::get_if<Number>(&y);
    if (m == nullptr || n == nullptr || !dyadic.add_product(*m, *n)) rest = a.add(rest, a.mul(x, y, nullptr), nullptr);
  }
  void plus(const Enclosure& x, unsigned*) { rest = a.add(rest, x, nullptr); }
  void scaled(const Enclosure& x, const Enclosure& y, unsigned*) { step(x, y, nullptr); }
  void times(const Enclosure& x, unsigned*) { settle(a.mul(finish(nullptr), x, nullptr)); }
  void divide(std::uint64_t count, unsigned*) { settle(a.div_count(finish(nullptr), count, nullptr)); }
  void root(unsigned*) { settle(a.root_of_squares(finish(nullptr), nullptr)); }
  Enclosure finish(unsigned*) const { return a.add(rest, dyadic.value(), nullptr); }

  Enclosed a;
  DyadicSum dyadic;
  Enclosure rest = Enclosed::zero();

 private:
  void settle(Enclosure sum) {
    rest = std::move(sum);
    dyadic.clear();
  }
};

}  // namespace etalon::impl
