// SPDX-License-Identifier: Apache-2.0
// Floor 2. The exact sum of products of dyadic numbers (integers times powers of two, as all floats are): one integer
// and one exponent, so that no step looks for common divisors.
#pragma once

#include "exact/rational.hpp"

namespace etalon::impl {

class DyadicSum {
 public:
  DyadicSum() {
    mpz_init(sum_);
    mpz_init(product_);
  }
  DyadicSum(const DyadicSum&) = delete;
  DyadicSum& operator=(const DyadicSum&) = delete;
  ~DyadicSum() {
    mpz_clear(sum_);
    mpz_clear(product_);
  }

  // Adds a*b; false, and nothing is added, where one of them is not dyadic.
  bool add_product(const Number& a, const Number& b);
  Number value() const;
  void clear() { mpz_set_ui(sum_, 0); }

 private:
  mpz_t sum_, product_;
  mp_bitcnt_t places_ = 0;  // the sum is sum_ / 2^places_
};

}  // namespace etalon::impl
