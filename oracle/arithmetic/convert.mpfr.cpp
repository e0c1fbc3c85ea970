// SPDX-License-Identifier: Apache-2.0
//
// 64 bits hold the significand of every operand, so that the number of a pattern is exact in MPFR.
#include "oracle/arithmetic/convert.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <stdexcept>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// 2^n
void set_power(mpz_ptr value, int n) {
  mpz_set_ui(value, 0);
  mpz_setbit(value, static_cast<mp_bitcnt_t>(n));
}

Answer to_float(Format to, mpfr_ptr value) {
  MpfrNumber result(precision(to));
  const int ternary = mpfr_set(result, value, nearest_even);
  return finish_wide_rounding(to, result, ternary);
}

Answer to_integer(Integer to, mpfr_ptr value, bool wraps) {
  GmpInteger lowest;
  GmpInteger highest;
  set_power(highest, to.is_signed ? to.bits - 1 : to.bits);
  if (to.is_signed) {
    mpz_neg(lowest, highest);
  }
  mpz_sub_ui(highest, highest, 1);

  GmpInteger number;
  unsigned events = 0;
  if (mpfr_inf_p(value) != 0) {
    mpz_set(number, mpfr_signbit(value) != 0 ? lowest : highest);
    events = saturated;
  } else {
    const int ternary = mpfr_get_z(number, value, MPFR_RNDZ);
    const bool fits = mpz_cmp(number, lowest) >= 0 && mpz_cmp(number, highest) <= 0;
    if (fits) {
      events = ternary != 0 ? unsigned{inexact} : 0;
    } else if (wraps) {
      events = wrapped;
    } else {
      mpz_set(number, mpz_cmp(number, lowest) < 0 ? lowest : highest);
      events = saturated;
    }
  }
  GmpInteger residue;
  mpz_fdiv_r_2exp(residue, number, static_cast<mp_bitcnt_t>(to.bits));
  return {mpz_get_ui(residue), events};
}

}  // namespace

Answer convert(Type from, Type to, std::uint64_t pattern) {
  const bool from_nan = not_a_number(from, pattern);
  const unsigned signalled = from_nan && is_signalling(from.format(), pattern) ? unsigned{invalid} : 0;
  MpfrNumber value(64);
  decode_type(from, pattern, value);
  switch (to.kind) {
    case Kind::boolean:
      return {mpfr_zero_p(value) != 0 ? 0U : 1U, signalled};
    case Kind::integer:
      return from_nan ? Answer{0, signalled | nan_converted}
                      : to_integer(to.integer(), value, from.kind != Kind::floating);
    case Kind::floating:
      return from_nan ? Answer{canonical_nan(to.format()), signalled} : to_float(to.format(), value);
  }
  throw std::invalid_argument("oracle convert: unknown kind of type");
}

}  // namespace oracle
