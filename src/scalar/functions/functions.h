/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. exp, log, sigmoid, tanh, erf, sin, cos and acos: the real value rounded once, to nearest even, with its
 * events. Special values and results that differ from a simple number by less than a rounding sees come first; then
 * floating point with a known error, which settles nearly every case, if the processor rounds to nearest; then
 * integers, more of them until the rounding is settled. So results depend neither on the rounding mode nor on a C
 * library.
 *
 * The integers come to an end. By Lindemann's theorem exp, log, sigmoid, tanh, sin, cos and acos of the rational
 * numbers that are left are transcendental, so none of them is a number of a format, or halfway between two, and some
 * enclosure is narrow enough. Of erf that is not known; but the hardest cases that are, 2^-62 of a unit in the last
 * place of a double from a halfway point, leave the first enclosure dozens of bits to spare. At 1024 bits, which no
 * input reaches, the middle of the enclosure is taken. */
#ifndef ETALON_SCALAR_FUNCTIONS_H
#define ETALON_SCALAR_FUNCTIONS_H

#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/functions/fixed_round.h"
#include "scalar/functions/functions_simple.h"
#include "scalar/functions/near.h"
#include "scalar/functions/pair.h"

/* ---- integers ------------------------------------------------------------------------------------------------- */

static inline enclosure function_enclosure(int function, exact_value x, unsigned words) {
  switch (function) {
    case FUNCTION_EXP:
      return fixed_exp(x, words);
    case FUNCTION_LOG:
      return fixed_log(x, words);
    case FUNCTION_SIGMOID:
      return fixed_sigmoid(x, words);
    case FUNCTION_TANH:
      return fixed_tanh(x, words);
    case FUNCTION_ERF:
      return fixed_erf(x, words);
    case FUNCTION_SIN:
      return fixed_sin(x, words);
    case FUNCTION_COS:
      return fixed_cos(x, words);
    default:
      return fixed_acos(x, words);
  }
}

static inline uint64_t binary_function_by_integers(binary_format f, int function, exact_value x, unsigned* events) {
  unsigned words = 6;
  for (;;) {
    enclosure e = function_enclosure(function, x, words);
    uint64_t result;
    if (enclosure_round(f, &e, &result, events)) return result;
    if (words == FIXED_MOST)
      return binary_round(f, binary_of_fixed(e.negative ? binary_sign_bit(f) : 0, &e.value, e.exponent), events);
    words += words / 2;
    if (words > FIXED_MOST) words = FIXED_MOST;
  }
}

/* ---- floating point ------------------------------------------------------------------------------------------- */

/* Whether the processor rounds to nearest, as the bounds of near.h and pair.h want it. */
static inline int rounds_to_nearest(void) {
  volatile const double one = 1, little = 0x1p-60;
  return one + little == one && one - little == one;
}

/* The value of a float up to a relative error, or a NaN where none is known. */
static inline double function_near(int function, double x, double* error) {
  const double size = near_size(x), unknown = f64_of_bits(0x7FF8000000000000u);
  const int finite = size < 0x1p128;
  switch (function) {
    case FUNCTION_EXP:
      *error = NEAR_EXP_ERROR;
      return size <= NEAR_RANGE ? near_exp(x) : unknown;
    case FUNCTION_LOG:
      *error = NEAR_LOG_ERROR;
      return x > 0 && finite ? near_log(x) : unknown;
    case FUNCTION_SIGMOID:
      *error = NEAR_SIGMOID_ERROR;
      return size <= NEAR_RANGE ? near_sigmoid(x) : unknown;
    case FUNCTION_TANH:
      *error = NEAR_TANH_ERROR;
      return finite ? near_tanh(x) : unknown;
    case FUNCTION_ERF:
      *error = NEAR_ERF_ERROR;
      return finite ? near_erf(x) : unknown;
    case FUNCTION_SIN:
      *error = NEAR_SIN_ERROR;
      return finite ? near_sin(x) : unknown;
    case FUNCTION_COS:
      *error = NEAR_COS_ERROR;
      return finite ? near_cos(x) : unknown;
    default:
      *error = NEAR_ACOS_ERROR;
      return size <= 1 ? near_acos(x) : unknown;
  }
}

/* The same of a double, as a pair. */
static inline pair function_pair(int function, double x, double* error) {
  const double size = f64_abs(x);
  if (!(size >= 0x1p-900) && function != FUNCTION_LOG) return pair_unknown();
  switch (function) {
    case FUNCTION_EXP:
      *error = PAIR_EXP_ERROR;
      return x >= PAIR_EXP_FROM && x <= PAIR_EXP_TO ? pair_exp(x) : pair_unknown();
    case FUNCTION_LOG:
      *error = PAIR_LOG_ERROR;
      return x > 0 && x <= DBL_MAX ? pair_log(x) : pair_unknown();
    case FUNCTION_SIGMOID:
      *error = PAIR_SIGMOID_ERROR;
      return x >= PAIR_SIGMOID_FROM && x <= PAIR_SIGMOID_TO ? pair_sigmoid(x) : pair_unknown();
    case FUNCTION_TANH:
      *error = PAIR_TANH_ERROR;
      return size <= PAIR_TANH_TO ? pair_tanh(x) : pair_unknown();
    case FUNCTION_ERF:
      *error = PAIR_ERF_ERROR;
      return size <= PAIR_ERF_TO ? pair_erf(x) : pair_unknown();
    case FUNCTION_SIN:
      *error = PAIR_SIN_ERROR;
      return size <= PAIR_CIRCLE_TO ? pair_sin(x) : pair_unknown();
    case FUNCTION_COS:
      *error = PAIR_COS_ERROR;
      return size <= PAIR_CIRCLE_TO ? pair_cos(x) : pair_unknown();
    default:
      *error = PAIR_ACOS_ERROR;
      return size < 1 ? pair_acos(x) : pair_unknown();
  }
}

/* Where both ends of what floating point knows round alike to a normal number, that number, else a NaN. */
static inline float f32_function_settled(int function, float x) {
  double error = 0;
  const double value = function_near(function, (double)x, &error), size = near_size(value);
  if (size > 0x1p-126 && size < 0x1.FFFFFp127 && rounds_to_nearest()) {
    const float low = (float)(value - error * value), high = (float)(value + error * value);
    if (low == high) return low;
  }
  return f32_of_bits(0x7FC00000u);
}

static inline double f64_function_settled(int function, double x) {
  double error = 0, doubt, low, high;
  const pair value = function_pair(function, x, &error);
  doubt = error * value.high * (1 + 0x1p-10); /* two more roundings, of what is below 2^-52 of the value */
  low = value.high + (value.low - doubt), high = value.high + (value.low + doubt);
  if (low == high && f64_abs(low) > 0x1p-1022 && f64_abs(low) <= DBL_MAX && rounds_to_nearest()) return low;
  return f64_of_bits(0x7FF8000000000000u);
}

/* A double as what the rounding of another format takes. */
static inline binary_exact binary_exact_of_double(binary_format f, double x) {
  binary_exact exact = binary_unpack(FORMAT_DOUBLE, f64_bits(x));
  exact.sign = exact.sign == 0 ? 0 : binary_sign_bit(f);
  return exact;
}

/* The same for a format of at most 24 bits by the rounding of integers, where results may also be subnormal. */
static inline int binary_function_near(binary_format f, int function, uint64_t x, uint64_t* result, unsigned* events) {
  unsigned ignored = 0, low_events = 0, high_events = 0;
  double error = 0;
  const double value = function_near(function, f64_of_bits(binary_convert(f, FORMAT_DOUBLE, x, &ignored)), &error);
  const double low = value - error * value, high = value + error * value;
  if (!(near_size(value) > 0x1p-200 && near_size(value) < 0x1p200) || !rounds_to_nearest()) return 0;
  *result = binary_round(f, binary_exact_of_double(f, low), &low_events);
  if (binary_round(f, binary_exact_of_double(f, high), &high_events) != *result) return 0;
  if ((low_events | EVENT_INEXACT) != (high_events | EVENT_INEXACT)) return 0;
  *events |= low_events | EVENT_INEXACT;
  return 1;
}

/* The same for every format, with events; 0 where it is not settled. x is not zero, and then no result is exact but
 * zeros, which are not settled here. */
static inline int binary_function_settled(binary_format f, int function, uint64_t x, uint64_t* result,
                                          unsigned* events) {
  if (f.bits < 32) return binary_function_near(f, function, x, result, events);
  *result = f.bits == 32 ? f32_bits(f32_function_settled(function, f32_of_bits((uint32_t)x)))
                         : f64_bits(f64_function_settled(function, f64_of_bits(x)));
  if (!binary_is_nan(f, *result)) {
    *events |= EVENT_INEXACT;
    return 1;
  }
  return f.bits == 32 && binary_function_near(f, function, x, result, events);
}

/* ---- all of it ------------------------------------------------------------------------------------------------ */

static inline uint64_t binary_function(binary_format f, int function, uint64_t x, unsigned* events) {
  uint64_t result;
  exact_value value;
  if (binary_function_special(f, function, x, &result, events)) return result;
  if (binary_function_settled(f, function, x, &result, events)) return result;
  value = binary_value(f, x);
  if (!binary_is_zero(f, x) && binary_function_simple(f, function, value, &result, events)) return result;
  return binary_function_by_integers(f, function, value, events);
}

static inline float f32_function(int function, float x) {
  const float settled = f32_function_settled(function, x);
  unsigned events = 0;
  if (settled == settled) return settled;
  return f32_of_bits((uint32_t)binary_function(FORMAT_FLOAT, function, f32_bits(x), &events));
}

static inline double f64_function(int function, double x) {
  const double settled = f64_function_settled(function, x);
  unsigned events = 0;
  if (settled == settled) return settled;
  return f64_of_bits(binary_function(FORMAT_DOUBLE, function, f64_bits(x), &events));
}

static inline uint64_t binary_exp(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_EXP, x, events);
}
static inline uint64_t binary_log(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_LOG, x, events);
}
static inline uint64_t binary_sigmoid(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_SIGMOID, x, events);
}
static inline uint64_t binary_tanh(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_TANH, x, events);
}
static inline uint64_t binary_erf(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_ERF, x, events);
}
static inline uint64_t binary_sin(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_SIN, x, events);
}
static inline uint64_t binary_cos(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_COS, x, events);
}
static inline uint64_t binary_acos(binary_format f, uint64_t x, unsigned* events) {
  return binary_function(f, FUNCTION_ACOS, x, events);
}
static inline float f32_exp(float x) { return f32_function(FUNCTION_EXP, x); }
static inline float f32_log(float x) { return f32_function(FUNCTION_LOG, x); }
static inline float f32_sigmoid(float x) { return f32_function(FUNCTION_SIGMOID, x); }
static inline float f32_tanh(float x) { return f32_function(FUNCTION_TANH, x); }
static inline float f32_erf(float x) { return f32_function(FUNCTION_ERF, x); }
static inline float f32_sin(float x) { return f32_function(FUNCTION_SIN, x); }
static inline float f32_cos(float x) { return f32_function(FUNCTION_COS, x); }
static inline float f32_acos(float x) { return f32_function(FUNCTION_ACOS, x); }
static inline double f64_exp(double x) { return f64_function(FUNCTION_EXP, x); }
static inline double f64_log(double x) { return f64_function(FUNCTION_LOG, x); }
static inline double f64_sigmoid(double x) { return f64_function(FUNCTION_SIGMOID, x); }
static inline double f64_tanh(double x) { return f64_function(FUNCTION_TANH, x); }
static inline double f64_erf(double x) { return f64_function(FUNCTION_ERF, x); }
static inline double f64_sin(double x) { return f64_function(FUNCTION_SIN, x); }
static inline double f64_cos(double x) { return f64_function(FUNCTION_COS, x); }
static inline double f64_acos(double x) { return f64_function(FUNCTION_ACOS, x); }

#endif
