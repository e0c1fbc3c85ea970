// SPDX-License-Identifier: Apache-2.0
//
// Patterns are decoded and encoded by integer arithmetic; the host's floating point is never used.
#include "oracle/arithmetic/mpfr_format.hpp"

#include <algorithm>

#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// MPFR writes 2^k as 0.1b * 2^(k+1): its exponents are one above ours.
constexpr mpfr_exp_t mpfr_exponent_of_power(int k) { return k + 1; }

}  // namespace

void decode(Format f, std::uint64_t x, mpfr_ptr value) {
  const int mpfr_sign = sign(f, x) != 0 ? -1 : 1;
  if (is_nan(f, x)) {
    mpfr_set_nan(value);
  } else if (is_infinite(f, x)) {
    mpfr_set_inf(value, mpfr_sign);
  } else if (is_zero(f, x)) {
    mpfr_set_zero(value, mpfr_sign);
  } else {
    const std::uint64_t fraction = x & fraction_mask(f);
    const int field = static_cast<int>(magnitude(f, x) >> f.fraction);
    const std::uint64_t significand = field == 0 ? fraction : fraction | power_of_two(f.fraction);
    mpfr_set_ui_2exp(value, significand, least_exponent(f) + std::max(field, 1) - 1, nearest_even);
    mpfr_setsign(value, value, mpfr_sign < 0, nearest_even);
  }
}

void decode_type(Type type, std::uint64_t x, mpfr_ptr value) {
  if (type.kind == Kind::floating) {
    decode(type.format(), x, value);
    return;
  }
  GmpInteger number;
  mpz_set_ui(number, type.kind == Kind::boolean && x != 0 ? 1 : x);
  if (type.is_signed && mpz_tstbit(number, static_cast<mp_bitcnt_t>(type.bits - 1)) != 0) {
    GmpInteger size;
    mpz_setbit(size, static_cast<mp_bitcnt_t>(type.bits));
    mpz_sub(number, number, size);
  }
  mpfr_set_z(value, number, nearest_even);
}

std::uint64_t encode(Format f, mpfr_srcptr value, mpz_ptr significand) {
  if (mpfr_nan_p(value) != 0) {
    return canonical_nan(f);
  }
  const std::uint64_t sign_bit = mpfr_signbit(value) != 0 ? sign_mask(f) : 0;
  if (mpfr_inf_p(value) != 0) {
    return sign_bit | infinity(f);
  }
  if (mpfr_zero_p(value) != 0) {
    return sign_bit;
  }
  // value = significand * 2^exponent with exactly `precision` bits; a subnormal has zeros at its end to drop.
  const mpfr_exp_t exponent = mpfr_get_z_2exp(significand, value);
  const std::uint64_t full = mpz_get_ui(significand);  // GMP gives the magnitude
  const mpfr_exp_t steps = exponent - least_exponent(f);
  if (steps < 0) {
    return sign_bit | (full >> -steps);
  }
  // The leading bit of a normal number adds the one that the exponent field starts at.
  return sign_bit | (full + (static_cast<std::uint64_t>(steps) << f.fraction));
}

ExponentRange::ExponentRange(Format f) {
  mpfr_set_emin(mpfr_exponent_of_power(least_exponent(f)));
  mpfr_set_emax(mpfr_exponent_of_power(bias(f)));
}

ExponentRange::~ExponentRange() {
  mpfr_set_emin(saved_emin_);
  mpfr_set_emax(saved_emax_);
}

unsigned finish_rounding(Format f, mpfr_ptr result, int ternary) {
  // Before subnormalize, result has full precision, as with an unbounded exponent: tiny here is tiny after rounding.
  // A zero that is not exact was below the range.
  const mpfr_exp_t least_normal = mpfr_exponent_of_power(least_exponent(f) + f.fraction);
  const bool is_regular = mpfr_regular_p(result) != 0;
  const bool tiny = is_regular ? mpfr_get_exp(result) < least_normal : mpfr_zero_p(result) != 0;
  const bool is_inexact = mpfr_subnormalize(result, ternary, nearest_even) != 0;
  if (!is_inexact) {
    return 0;
  }
  return tiny ? underflow | inexact : unsigned{inexact};
}

Answer finish_wide_rounding(Format f, mpfr_ptr result, int ternary) {
  const ExponentRange range(f);
  mpfr_clear_flags();
  const int ternary_in_range = mpfr_check_range(result, ternary, nearest_even);
  const unsigned overflow_event = mpfr_overflow_p() != 0 ? unsigned{overflow} : 0;
  const unsigned rounding_events = finish_rounding(f, result, ternary_in_range);
  GmpInteger significand;
  return {encode(f, result, significand), overflow_event | rounding_events};
}

}  // namespace oracle
