// SPDX-License-Identifier: Apache-2.0
// Floor 2. See dyadic_sum.hpp.
#include "exact/dyadic_sum.hpp"

#include <bit>

#include "scalar/wide.h"

namespace etalon::impl {
namespace {

// The places after the binary point; false where they do not end.
bool places_of(const Number& n, mp_bitcnt_t* places) {
  mpz_srcptr denominator = mpq_denref(n.get());
  if (mpz_size(denominator) == 1) {
    const mp_limb_t limb = mpz_getlimbn(denominator, 0);
    *places = static_cast<mp_bitcnt_t>(std::countr_zero(limb));
    return (limb & (limb - 1)) == 0;
  }
  *places = mpz_scan1(denominator, 0);
  return mpz_sizeinbase(denominator, 2) == *places + 1;
}

// sum += a * b * 2^shift for integers of one limb, as the numerators of floats are: no memory is taken.
void add_small(mpz_ptr sum, mpz_srcptr a, mpz_srcptr b, unsigned shift) {
  const wide product = wide_product(mpz_getlimbn(a, 0), mpz_getlimbn(b, 0)), shifted = wide_left(product, shift);
  const mp_limb_t limbs[] = {static_cast<mp_limb_t>(shifted.low), static_cast<mp_limb_t>(shifted.high),
                             static_cast<mp_limb_t>(shift == 0 ? 0 : product.high >> (64 - shift))};
  mpz_t term;
  mpz_add(sum, sum, mpz_roinit_n(term, limbs, mpz_sgn(a) == mpz_sgn(b) ? 3 : -3));
}

}  // namespace

bool DyadicSum::add_product(const Number& a, const Number& b) {
  mp_bitcnt_t of_a = 0, of_b = 0;
  if (!places_of(a, &of_a) || !places_of(b, &of_b)) return false;
  if (a.sign() == 0 || b.sign() == 0) return true;
  const mp_bitcnt_t places = of_a + of_b;
  if (places > places_) {
    mpz_mul_2exp(sum_, sum_, places - places_);
    places_ = places;
  }
  mpz_srcptr x = mpq_numref(a.get()), y = mpq_numref(b.get());
  if (GMP_NUMB_BITS == 64 && mpz_size(x) == 1 && mpz_size(y) == 1 && places_ - places < 64) {
    add_small(sum_, x, y, static_cast<unsigned>(places_ - places));
  } else if (places == places_) {
    mpz_addmul(sum_, x, y);
  } else {
    mpz_mul(product_, x, y);
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
