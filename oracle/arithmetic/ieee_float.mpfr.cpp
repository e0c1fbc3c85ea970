// SPDX-License-Identifier: Apache-2.0
//
// Each operation is one call of MPFR within the precision and the exponent range of the format; the events are read off
// MPFR's flags.
#include "oracle/arithmetic/ieee_float.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <initializer_list>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

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

// One operation, from its operands to its answer.
class Evaluation {
 public:
  explicit Evaluation(Format f) : format_(f), v_(variables_of_this_thread()), range_(f) {
    v_.set_precision(precision(f));
    mpfr_clear_flags();
  }

  void load(std::uint64_t pattern, mpfr_ptr into) {
    decode(format_, pattern, into);
    nan_operand_ = nan_operand_ || is_nan(format_, pattern);
    signalling_operand_ = signalling_operand_ || is_signalling(format_, pattern);
  }

  // ternary is what the MPFR function returned: the direction in which it rounded.
  Answer finish(int ternary) {
    unsigned events = finish_rounding(format_, v_.result, ternary);
    if (signalling_operand_ || (mpfr_nan_p(v_.result) != 0 && !nan_operand_)) {
      events |= invalid;
    }
    if (mpfr_divby0_p() != 0) {
      events |= divide_by_zero;
    }
    if (mpfr_overflow_p() != 0) {
      events |= overflow;
    }
    return {encode(format_, v_.result, v_.significand), events};
  }

  Variables& variables() { return v_; }

 private:
  Format format_;
  Variables& v_;
  ExponentRange range_;
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
Answer ieee_sub(Format f, std::uint64_t a, std::uint64_t b) { return evaluate(mpfr_sub, f, a, b); }
Answer ieee_mul(Format f, std::uint64_t a, std::uint64_t b) { return evaluate(mpfr_mul, f, a, b); }
Answer ieee_div(Format f, std::uint64_t a, std::uint64_t b) { return evaluate(mpfr_div, f, a, b); }

// MPFR knows no signalling NaNs, and any NaN to the power of zero is one.
Answer ieee_pow(Format f, std::uint64_t base, std::uint64_t exponent) {
  if (is_signalling(f, base)) {
    return {canonical_nan(f), invalid};
  }
  return evaluate(mpfr_pow, f, base, exponent);
}

Answer ieee_sqrt(Format f, std::uint64_t x) {
  Evaluation evaluation(f);
  Variables& v = evaluation.variables();
  evaluation.load(x, v.a);
  return evaluation.finish(mpfr_sqrt(v.result, v.a, nearest_even));
}

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
