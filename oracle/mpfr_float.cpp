// SPDX-License-Identifier: Apache-2.0
//
// MPFR made to behave as an IEEE 754 format: the precision and the exponent range of the format, subnormal rounding by
// mpfr_subnormalize, and the events read off MPFR's flags. Patterns are decoded and encoded by integer arithmetic; the
// host's floating point is never used.
#include "mpfr_float.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <algorithm>

#include "pattern.hpp"

namespace oracle {
namespace {

constexpr mpfr_rnd_t nearest_even = MPFR_RNDN;

// MPFR writes 2^k as 0.1b * 2^(k+1): its exponents are one above ours.
constexpr mpfr_exp_t mpfr_exponent_of_power(int k) { return k + 1; }

// The MPFR variables of one thread, made once because allocation would cost more than the arithmetic.
struct Variables {
  Variables() {
    mpfr_inits2(precision(float64), a, b, c, result, static_cast<mpfr_ptr>(nullptr));
    mpz_init(significand);
  }
  ~Variables() {
    mpfr_clears(a, b, c, result, static_cast<mpfr_ptr>(nullptr));
    mpz_clear(significand);
    mpfr_free_cache();
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  // All four share the precision of the format, for which MPFR has its fastest routines.
  void set_precision(int bits) {
    if (mpfr_get_prec(result) != bits) {
      for (const mpfr_ptr x : {mpfr_ptr{a}, mpfr_ptr{b}, mpfr_ptr{c}, mpfr_ptr{result}}) {
        mpfr_set_prec(x, bits);
      }
    }
  }

  mpfr_t a, b, c, result;
  mpz_t significand;
};

Variables& variables_of_this_thread() {
  thread_local Variables variables;
  return variables;
}

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

// One operation: gives MPFR the exponent range of the format for its lifetime, and gives it back afterwards.
class Evaluation {
 public:
  explicit Evaluation(Format f) : format_(f), v_(variables_of_this_thread()) {
    v_.set_precision(precision(f));
    mpfr_set_emin(mpfr_exponent_of_power(least_exponent(f)));
    mpfr_set_emax(mpfr_exponent_of_power(bias(f)));
    mpfr_clear_flags();
  }
  ~Evaluation() {
    mpfr_set_emin(saved_emin_);
    mpfr_set_emax(saved_emax_);
  }
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  void load(std::uint64_t pattern, mpfr_ptr into) {
    decode(format_, pattern, into);
    nan_operand_ = nan_operand_ || is_nan(format_, pattern);
    signalling_operand_ = signalling_operand_ || is_signalling(format_, pattern);
  }

  // ternary is what the MPFR function returned: the direction in which it rounded.
  Answer finish(int ternary) {
    // Before subnormalize, result has full precision, as with an unbounded exponent: tiny here is tiny after rounding.
    const mpfr_exp_t least_normal = mpfr_exponent_of_power(least_exponent(format_) + format_.fraction);
    const bool below_range = mpfr_underflow_p() != 0;
    const bool tiny = below_range || (mpfr_regular_p(v_.result) != 0 && mpfr_get_exp(v_.result) < least_normal);
    const bool is_inexact = mpfr_subnormalize(v_.result, ternary, nearest_even) != 0;

    unsigned events = 0;
    if (signalling_operand_ || (mpfr_nan_p(v_.result) != 0 && !nan_operand_)) {
      events |= invalid;
    }
    if (mpfr_divby0_p() != 0) {
      events |= divide_by_zero;
    }
    if (mpfr_overflow_p() != 0) {
      events |= overflow;
    }
    if (is_inexact) {
      events |= tiny ? underflow | inexact : unsigned{inexact};
    }
    return {encode(format_, v_.result, v_.significand), events};
  }

  Variables& variables() { return v_; }

 private:
  Format format_;
  Variables& v_;
  mpfr_exp_t saved_emin_ = mpfr_get_emin();
  mpfr_exp_t saved_emax_ = mpfr_get_emax();
  bool nan_operand_ = false;
  bool signalling_operand_ = false;
};

using BinaryFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

Answer evaluate(BinaryFunction function, Format f, std::uint64_t a, std::uint64_t b) {
  Evaluation evaluation(f);
  Variables& v = evaluation.variables();
  evaluation.load(a, v.a);
  evaluation.load(b, v.b);
  return evaluation.finish(function(v.result, v.a, v.b, nearest_even));
}

}  // namespace

Answer ieee_add(Format f, std::uint64_t a, std::uint64_t b) { return evaluate(mpfr_add, f, a, b); }
Answer ieee_mul(Format f, std::uint64_t a, std::uint64_t b) { return evaluate(mpfr_mul, f, a, b); }
Answer ieee_div(Format f, std::uint64_t a, std::uint64_t b) { return evaluate(mpfr_div, f, a, b); }

Answer ieee_fma(Format f, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  Evaluation evaluation(f);
  Variables& v = evaluation.variables();
  evaluation.load(a, v.a);
  evaluation.load(b, v.b);
  evaluation.load(c, v.c);
  Answer answer = evaluation.finish(mpfr_fma(v.result, v.a, v.b, v.c, nearest_even));
  // Etalon's choice where IEEE 754 leaves one: 0 * infinity is invalid even if the addend is a quiet NaN.
  if ((is_zero(f, a) && is_infinite(f, b)) || (is_infinite(f, a) && is_zero(f, b))) {
    answer.events |= invalid;
  }
  return answer;
}

}  // namespace oracle
