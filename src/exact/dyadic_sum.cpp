// SPDX-License-Identifier: Apache-2.0
// Floor 2. See dyadic_sum.hpp.
#include "exact/dyadic_sum.hpp"

namespace etalon::impl {
namespace {

// The places after the binary point; false where they do not end.
bool places_of(const Number& n, mp_bitcnt_t* places) {
  mpz_srcptr denominator = mpq_denref(n.get());
  *places = mpz_scan1(denominator, 0);
  return mpz_sizeinbase(denominator, 2) == *places + 1;
}

}  // namespace

bool DyadicSum::add_product(const Number& a, const Number& b) {
  mp_bitcnt_t of_a = 0, of_b = 0;
  if (!places_of(a, &of_a) || !places_of(b, &of_b)) return false;
  const mp_bitcnt_t places = of_a + of_b;
  if (places > places_) {
    mpz_mul_2exp(sum_, sum_, places - places_);
    places_ = places;
  }
  if (places == places_) {
    mpz_addmul(sum_, mpq_numref(a.get()), mpq_numref(b.get()));
  } else {
    mpz_mul(product_, mpq_numref(a.get()), mpq_numref(b.get()));
    mpz_mul_2exp(product_, product_, places_ - places);
    mpz_add(sum_, sum_, product_);
  }
  return true;
}

Number DyadicSum::value() const {
  Number number;
  mpq_set_z(number.get(), sum_);
  mpq_div_2exp(number.get(), number.get(), places_);
  return number;
}

}  // namespace etalon::impl
