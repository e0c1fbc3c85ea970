// SPDX-License-Identifier: Apache-2.0
// Functions of one argument over the reals, by MPFR with 600 bits: so near to the real value that an error of the
// computed one, which has 53 bits at most, is known.
#pragma once

#include <mpfr.h>

#include "tests/true_call.hpp"

namespace etalon::tests {

inline int true_sigmoid(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) {
  mpfr_neg(y, x, MPFR_RNDN);
  mpfr_exp(y, y, MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  return mpfr_ui_div(y, 1, y, MPFR_RNDN);
}

// None outside the domain; unknown where it is too large or too small to be followed.
inline TrueValue true_function(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), const mpq_class& x) {
  mpfr_t y;
  mpfr_init2(y, 600);
  mpfr_set_q(y, x.get_mpq_t(), MPFR_RNDN);
  f(y, y, MPFR_RNDN);
  TrueValue result;
  if (mpfr_number_p(y) != 0) {
    if (mpfr_zero_p(y) == 0 && (mpfr_get_exp(y) > 5000 || mpfr_get_exp(y) < -5000)) {
      result.state = TrueValue::State::unknown;
    } else {
      mpq_class number;
      mpfr_get_q(number.get_mpq_t(), y);
      result = number;
    }
  } else if (mpfr_inf_p(y) != 0 && x != 0) {
    result.state = TrueValue::State::unknown;
  }
  mpfr_clear(y);
  return result;
}

}  // namespace etalon::tests
