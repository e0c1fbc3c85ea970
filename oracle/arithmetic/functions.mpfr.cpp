// SPDX-License-Identifier: Apache-2.0
//
// MPFR rounds its functions correctly in the precision and the exponent range of the format. It has no sigmoid: that is
// enclosed between two numbers of growing precision until both round to the same.
#include "oracle/arithmetic/functions.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <bit>
#include <cmath>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

// The MPFR variables of one thread, made once because allocation would cost more than the arithmetic.
struct Variables {
  ~Variables() { mpfr_free_cache(); }
  MpfrNumber x{precision(float64)}, result{precision(float64)};
  GmpInteger significand;
};

Answer evaluate(Function function, Format f, std::uint64_t x) {
  thread_local Variables v;
  if (is_signalling(f, x)) {
    return {canonical_nan(f), invalid};
  }
  if (mpfr_get_prec(mpfr_srcptr{v.result}) != precision(f)) {
    mpfr_set_prec(v.x, precision(f));
    mpfr_set_prec(v.result, precision(f));
  }
  const ExponentRange range(f);
  decode(f, x, v.x);
  mpfr_clear_flags();
  const int ternary = function(v.result, v.x, nearest_even);
  unsigned events = finish_rounding(f, v.result, ternary);
  if (mpfr_nan_p(mpfr_srcptr{v.result}) != 0 && !is_nan(f, x)) {
    events |= invalid;
  }
  if (mpfr_divby0_p() != 0) {
    events |= divide_by_zero;
  }
  if (mpfr_overflow_p() != 0) {
    events |= overflow;
  }
  return {encode(f, v.result, v.significand), events};
}

// One end of an enclosure of 1 / (1 + e^-x).
void sigmoid_end(mpfr_ptr end, mpfr_srcptr x, mpfr_rnd_t direction) {
  const mpfr_rnd_t against = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
  mpfr_neg(end, x, MPFR_RNDN);  // exact: an end has more precision than x
  mpfr_exp(end, end, against);
  mpfr_add_ui(end, end, 1, against);
  mpfr_ui_div(end, 1, end, direction);
}

// As MPFR's own functions: the exponent range is the caller's, the flags are set, the ternary value is returned.
int sigmoid(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  if (mpfr_nan_p(x) != 0) {
    return mpfr_set(result, x, rounding);
  }
  if (mpfr_inf_p(x) != 0) {
    return mpfr_set_ui(result, mpfr_signbit(x) != 0 ? 0 : 1, rounding);
  }
  if (mpfr_zero_p(x) != 0) {
    return mpfr_set_ui_2exp(result, 1, -1, rounding);
  }
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  MpfrNumber low(128), high(128), other(static_cast<int>(mpfr_get_prec(result)));
  int ternary = 0;
  // The value is irrational, so it lies strictly between the ends, and these agree some day; an end may itself be a
  // number of the format (1/2 or 1). Where e^-x is beyond MPFR's range, the low end is zero, and the high end is beyond
  // half the least number of every format.
  for (int bits = 128;; bits *= 2) {
    mpfr_set_prec(low, bits);
    mpfr_set_prec(high, bits);
    sigmoid_end(low, x, MPFR_RNDD);
    sigmoid_end(high, x, MPFR_RNDU);
    const int from_low = mpfr_set(result, low, rounding), from_high = mpfr_set(other, high, rounding);
    ternary = from_low != 0 ? from_low : from_high;
    const bool same_side = (from_low <= 0 && from_high <= 0) || (from_low >= 0 && from_high >= 0);
    if (mpfr_zero_p(mpfr_srcptr{low}) != 0 || (mpfr_equal_p(result, other) != 0 && same_side)) {
      break;
    }
  }
  mpfr_clear_flags();  // of a wider range
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  if (mpfr_zero_p(mpfr_srcptr{low}) != 0) {
    mpfr_set_zero(result, 1);
    return -1;
  }
  return mpfr_check_range(result, ternary, rounding);
}

}  // namespace

Answer real_exp(Format f, std::uint64_t x) { return evaluate(mpfr_exp, f, x); }
Answer real_log(Format f, std::uint64_t x) { return evaluate(mpfr_log, f, x); }
Answer real_sigmoid(Format f, std::uint64_t x) { return evaluate(sigmoid, f, x); }
Answer real_tanh(Format f, std::uint64_t x) { return evaluate(mpfr_tanh, f, x); }
Answer real_erf(Format f, std::uint64_t x) { return evaluate(mpfr_erf, f, x); }
Answer real_sin(Format f, std::uint64_t x) { return evaluate(mpfr_sin, f, x); }
Answer real_cos(Format f, std::uint64_t x) { return evaluate(mpfr_cos, f, x); }
Answer real_acos(Format f, std::uint64_t x) { return evaluate(mpfr_acos, f, x); }

double estimated_sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

const std::array<RealFunction, 8> real_functions{{
    {"exp", real_exp, std::exp},
    {"log", real_log, std::log},
    {"sigmoid", real_sigmoid, estimated_sigmoid},
    {"tanh", real_tanh, std::tanh},
    {"erf", real_erf, std::erf},
    {"sin", real_sin, std::sin},
    {"cos", real_cos, std::cos},
    {"acos", real_acos, std::acos},
}};

Answer quick_float_answer(const RealFunction& function, std::uint32_t x) {
  constexpr std::uint64_t tail = (std::uint64_t{1} << 29) - 1, middle = std::uint64_t{1} << 28, doubt = 1 << 10;
  const float argument = std::bit_cast<float>(x);
  const double estimate = function.estimate(double{argument}), size = std::fabs(estimate);
  // Zero, one and all that is not finite may be exact or invalid; whatever else these functions give is irrational
  // (for erf that is not proved, but no float is near).
  const bool plain = is_finite(float32, x) && argument != 0 && std::fabs(argument) != 1;
  if (plain && std::isnan(size)) {
    return {canonical_nan(float32), invalid};
  }
  if (plain && size < 0x1p-151) {  // only exp and sigmoid: sin, tanh and erf of the least float are larger
    return {0, underflow | inexact};
  }
  if (plain && size > 0x1p129) {
    return {infinity(float32), overflow | inexact};
  }
  const std::uint64_t rest = std::bit_cast<std::uint64_t>(size) & tail;
  const bool decided = rest + doubt < middle || rest > middle + doubt;
  if (plain && decided && size > 0x1.00001p-126 && size < 0x1.fffffp127) {
    return {std::bit_cast<std::uint32_t>(static_cast<float>(estimate)), inexact};
  }
  return function.judge(float32, x);
}

double halfway_distance(const RealFunction& function, std::uint64_t x) {
  constexpr std::array<Function, 8> by_mpfr{mpfr_exp, mpfr_log, sigmoid,  mpfr_tanh,
                                            mpfr_erf, mpfr_sin, mpfr_cos, mpfr_acos};
  MpfrNumber argument(precision(float64)), value(600), unit(32);
  decode(float64, x, argument);
  by_mpfr[static_cast<std::size_t>(&function - real_functions.data())](value, argument, nearest_even);
  mpfr_set_ui_2exp(unit, 1, mpfr_get_exp(mpfr_srcptr{value}) - precision(float64), nearest_even);
  mpfr_div(value, value, unit, nearest_even);  // exact: a power of two
  mpfr_frac(value, value, nearest_even);
  mpfr_abs(value, value, nearest_even);
  mpfr_sub_d(value, value, 0.5, nearest_even);
  mpfr_abs(value, value, nearest_even);
  mpfr_log2(value, value, nearest_even);
  return mpfr_get_d(value, nearest_even);
}

}  // namespace oracle
