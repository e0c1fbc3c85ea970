// SPDX-License-Identifier: Apache-2.0
// Functions of one argument over the reals, by MPFR with 600 bits or more: so near to the real value that an error of
// the computed one, which has 53 bits at most, is known.
#pragma once

#include <mpfr.h>

#include <algorithm>

#include "tests/support/true_call.hpp"

namespace etalon::tests {

inline int true_sigmoid(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) {
  mpfr_neg(y, x, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  return mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

// None where there is none; unknown where it is too large or too small to be followed.
inline TrueValue true_value_of(mpfr_srcptr y) {
  TrueValue result;
  if (mpfr_number_p(y) == 0) return result;
  if (mpfr_zero_p(y) == 0 && (mpfr_get_exp(y) > 5000 || mpfr_get_exp(y) < -5000)) {
    result.state = TrueValue::State::unknown;
    return result;
  }
  mpq_class number;
  mpfr_get_q(number.get_mpq_t(), y);
  return number;
}

inline TrueValue true_function(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), const mpq_class& x) {
  // Next to 0 a cosine, say, is 1 - x^2/2, next to 1 a logarithm is x - 1, and a large argument loses its digits in
  // front: those must be there behind.
  const auto size = [](const mpq_class& of) {
    const auto bits = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
    return std::min(std::abs(bits(of.get_den()) - bits(of.get_num())), 5000L);
  };
  const double to_one = std::min(std::abs(x.get_d()), 60.0);  // 1 - erf(x) is about e^(-x^2)
  mpfr_t y;
  mpfr_init2(y, 600 + 2 * std::max(size(x), size(x - 1)) + static_cast<long>(2 * to_one * to_one));
  mpfr_set_q(y, x.get_mpq_t(), MPFR_RNDN);
  f(y, y, MPFR_RNDN);
  TrueValue result = true_value_of(y);
  if (mpfr_inf_p(y) != 0 && x != 0) result.state = TrueValue::State::unknown;
  mpfr_clear(y);
  return result;
}

// A power of a negative number is one if the exponent is an integer, of 0 if it is not negative.
inline TrueValue true_power(const mpq_class& base, const mpq_class& exponent) {
  if ((base < 0 && exponent.get_den() != 1) || (base == 0 && exponent < 0)) return {};
  if (exponent.get_den() == 1 && abs(exponent) <= 64) {  // exactly: its quotients by others may be numbers of a type
    mpq_class power = 1;
    for (mpz_class left = abs(exponent.get_num()); left > 0; --left) power *= base;
    return TrueValue(exponent < 0 ? mpq_class(1 / power) : power);
  }
  mpfr_t x, y;
  mpfr_inits2(600, x, y, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_q(x, base.get_mpq_t(), MPFR_RNDN);
  mpfr_set_q(y, exponent.get_mpq_t(), MPFR_RNDN);
  mpfr_pow(x, x, y, MPFR_RNDN);
  TrueValue result = true_value_of(x);
  if (mpfr_inf_p(x) != 0) result.state = TrueValue::State::unknown;
  mpfr_clears(x, y, static_cast<mpfr_ptr>(nullptr));
  return result;
}

}  // namespace etalon::tests
