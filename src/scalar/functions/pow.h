/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. pow of IEEE 754: the real power rounded once, to nearest even, with its events. The exponent is the exact
 * value of any type. Special values and powers of at most 64 bits come first, by integers; then pairs of doubles, which
 * settle nearly every case, if the processor rounds to nearest; then longer and longer integers.
 *
 * These come to an end: a power that is left is no number of the format and not halfway between two (see pow_exact), so
 * that some enclosure has none of them inside. */
#ifndef ETALON_SCALAR_POW_H
#define ETALON_SCALAR_POW_H

#include <stdint.h>

#include "scalar/functions/functions.h"
#include "scalar/functions/pair_exponential.h"

/* ---- exact powers --------------------------------------------------------------------------------------------- */

/* The same value with an odd significand; not of zero. */
static inline exact_value pow_odd(exact_value x) {
  const unsigned zeros = 63 - leading_zeros(x.significand & (0 - x.significand));
  x.significand >>= zeros;
  x.exponent += (int)zeros;
  return x;
}

/* Whether an odd number below 2^62 is a square, and of what. */
static inline int pow_square(uint64_t x, uint64_t* root) {
  uint64_t r = 0, bit;
  if (x % 8 != 1) return 0;
  for (bit = (uint64_t)1 << 30; bit != 0; bit /= 2)
    if ((r + bit) * (r + bit) <= x) r += bit;
  *root = r;
  return r * r == x;
}

/* Whether x^y, x > 0 and not 1, has at most 64 bits, and then what it is. Let x = m 2^e and |y| = n 2^f, both m and n
 * odd. Where f < 0, x^y is irrational unless x is a power of degree 2^-f, and with its root f is 0. Then m^n for
 * m > 1 is odd, so that it has no finite expansion where y is negative, and more bits than any format and a halfway
 * point where it is not below 2^64. The powers of 2 are left; those out of every format are all alike. */
static inline int pow_exact(exact_value x, exact_value y, binary_exact* power) {
  const int most = 4096;
  uint64_t product = 1;
  int times, k;
  x = pow_odd(x);
  y = pow_odd(y);
  for (; y.exponent < 0; ++y.exponent, x.exponent /= 2)
    if (x.exponent % 2 != 0 || !pow_square(x.significand, &x.significand)) return 0;
  times = y.exponent < 12 && y.significand < 4096 ? (int)(y.significand << y.exponent) : most;
  if (times > most) times = most;
  if (x.significand != 1 && (y.negative || times > 40)) return 0;
  if (x.significand != 1)
    for (k = 0; k < times; ++k) {
      if (product > UINT64_MAX / x.significand) return 0;
      product *= x.significand;
    }
  *power = binary_exact_of(0, wide_of(0, product), x.exponent * (y.negative ? -times : times));
  return 1;
}

/* ---- pairs ---------------------------------------------------------------------------------------------------- */

#define PAIR_POW_ERROR 0x1.5p-70       /* shown by proofs/pair.py for both, with the logarithm that is taken */
#define PAIR_SHORT_POW_ERROR 0x1.9p-60 /* for results of at most 24 bits */
#define PAIR_POW_TO 746.0              /* of |log(x^y)|: beyond, all formats overflow or underflow */

/* x^y = 2^*exponent times the result for x > 0; a NaN where it is not known. Beyond every format the result is 1, and
 * the exponent says on which side. */
static inline pair pow_pair(double x, exact_value y, int is_short, int* exponent) {
  const double most = (double)y.significand; /* the processor rounds to nearest: the rest fits */
  const uint64_t taken = most < 0x1p64 ? (uint64_t)most : 0;
  const double rest = y.significand < taken ? -(double)(taken - y.significand) : (double)(y.significand - taken);
  double scale;
  pair power;
  if (y.exponent < -1000 || y.exponent > 63 || taken == 0) return pair_unknown();
  scale = pair_scale(y.exponent);
  if (y.negative) scale = -scale;
  power = pair_product(is_short ? pair_log(x) : pair_fine_log(x), pair_of(most * scale, rest * scale));
  if (power.high > PAIR_POW_TO || power.high < -PAIR_POW_TO) {
    *exponent = power.high < 0 ? -4096 : 4096;
    return pair_of(1.0, 0.0);
  }
  return pair_exp_scaled(power.high, power.low, exponent);
}

/* Where both ends of what is known round alike, that; x is positive. */
static inline int binary_pow_settled(binary_format f, double x, exact_value y, uint64_t sign, uint64_t* result,
                                     unsigned* events) {
  const int is_short = f.fraction < 24;
  const double error = is_short ? PAIR_SHORT_POW_ERROR : PAIR_POW_ERROR;
  int exponent = 0;
  const pair power = pow_pair(x, y, is_short, &exponent);
  unsigned low_events = 0, high_events = 0;
  uint64_t whole, doubt;
  int64_t low;
  wide value, lower, upper;
  if (power.high != power.high || !rounds_to_nearest()) return 0;
  /* in units of 2^-110: the high part is a multiple of 2^-53 and below 2.1 */
  whole = (uint64_t)(power.high * 0x1p60);
  low = (int64_t)(power.low * 0x1p110);
  doubt = (uint64_t)(error * 0x1p110) * 3 + 2;
  value = wide_of(whole >> 14, whole << 50);
  value = low < 0 ? wide_difference(value, wide_of(0, int_size(low))) : wide_sum(value, wide_of(0, int_size(low)));
  lower = wide_difference(value, wide_of(0, doubt));
  upper = wide_sum(value, wide_of(0, doubt));
  *result = binary_round(f, binary_exact_of(sign, lower, exponent - 110), &low_events);
  if (binary_round(f, binary_exact_of(sign, upper, exponent - 110), &high_events) != *result) return 0;
  low_events |= EVENT_INEXACT;
  if ((high_events | EVENT_INEXACT) != low_events) return 0;
  *events |= low_events;
  return 1;
}

/* ---- integers ------------------------------------------------------------------------------------------------- */

/* e^(y log x), enclosed; x > 0 and not 1. *side is not 0 where y log x is so far from 0, or so near, that its sign says
 * all: 2 or -2, 1 or -1.
 *
 * The logarithm, at least 2^-54, is taken with two words more and brought to 1 <= l < 2, l 2^-shift; the significand of
 * y likewise. Their product is below 4, and an error of l is not even doubled in it. */
static inline enclosure pow_enclosure(exact_value x, exact_value y, unsigned words, int* side) {
  enclosure log = fixed_log(x, words + 2);
  const exact_value factor = fixed_normalize(y);
  const int shift = (int)fixed_leading_zeros(&log.value) - 31, scale = factor.exponent - shift;
  const int negative = log.negative ^ y.negative;
  const fixed times = fixed_of(words, factor.significand, -63);
  uint64_t error = (log.error >> 10) + 3; /* shift <= 54, and two words less */
  fixed l = fixed_integer(words, 0);
  unsigned k;
  *side = scale > 10 ? 2 : scale < -100 ? 1 : 0;
  if (negative) *side = -*side;
  if (*side != 0) return log;

  log.value = shift < 0 ? fixed_right(log.value, (unsigned)-shift) : fixed_left(log.value, (unsigned)shift);
  for (k = 0; k <= words; ++k) l.word[k] = log.value.word[k + 2];
  l = fixed_product(&l, &times);
  error = 2 * error + words + 1;
  l = scale < 0 ? fixed_right(l, (unsigned)-scale) : fixed_left(l, (unsigned)scale);
  error = scale < 0 ? error + 1 : error << scale;
  return fixed_exp_of(negative, l, error);
}

static inline uint64_t binary_pow_by_integers(binary_format f, exact_value x, exact_value y, uint64_t sign,
                                              unsigned* events) {
  unsigned words = 6;
  for (;;) {
    int side;
    enclosure e = pow_enclosure(x, y, words, &side);
    uint64_t result;
    if (side == 2 || side == -2) return binary_round(f, binary_exact_of(sign, wide_of(0, 1), 2048 * side), events);
    if (side != 0) return binary_beside(f, binary_exact_of(sign, wide_of(0, 1), 0), side > 0, events);
    e.negative = sign != 0;
    if (enclosure_round(f, &e, &result, events)) return result;
    if (words == FIXED_MOST - 2) return binary_round(f, binary_of_fixed(sign, &e.value, e.exponent), events);
    words += words / 2;
    if (words > FIXED_MOST - 2) words = FIXED_MOST - 2;
  }
}

/* ---- all of it ------------------------------------------------------------------------------------------------ */

/* What is decided by special values, signs, 1, and exponents from 2^64 on, since |log x| is above 2^-54. *sign is that
 * of the power where it is not decided. */
static inline int pow_special(binary_format f, uint64_t x, exact_value y, uint64_t* sign, uint64_t* result,
                              unsigned* events) {
  const uint64_t one = (uint64_t)binary_bias(f) << f.fraction, size = binary_magnitude(f, x);
  const int is_nan = y.kind == VALUE_NAN, is_infinite = y.kind == VALUE_INFINITE;
  const int is_zero = !is_nan && !is_infinite && y.significand == 0;
  const int is_large = (size > one) != (y.negative != 0); /* whether the size of the power is above 1 */
  const int exponent = is_nan || is_infinite || is_zero ? 1 : pow_odd(y).exponent;
  *sign = exponent == 0 ? binary_sign(f, x) : 0; /* y is odd */
  if (binary_is_signalling(f, x) || y.kind == VALUE_SIGNALLING) {
    *result = binary_invalid(f, events);
  } else if (x == one || is_zero) {
    *result = one;
  } else if (binary_is_nan(f, x) || is_nan) {
    *result = binary_nan(f);
  } else if (exponent < 0 && binary_sign(f, x) != 0 && size != 0 && size != binary_infinity(f)) {
    *result = binary_invalid(f, events);
  } else if (size == one) {
    *result = *sign | one;
  } else if (is_infinite || size == 0 || size == binary_infinity(f)) {
    if (size == 0 && y.negative && !is_infinite) *events |= EVENT_DIVIDE_BY_ZERO;
    *result = *sign | (is_large ? binary_infinity(f) : 0);
  } else if (exponent >= 64) {
    *result = binary_round(f, binary_exact_of(*sign, wide_of(0, 1), is_large ? 4096 : -4096), events);
  } else {
    return 0;
  }
  return 1;
}

static inline uint64_t binary_pow(binary_format f, uint64_t x, exact_value y, unsigned* events) {
  uint64_t sign, result;
  exact_value base;
  binary_exact power;
  if (pow_special(f, x, y, &sign, &result, events)) return result;
  base = binary_value(f, binary_magnitude(f, x));
  if (pow_exact(base, y, &power)) {
    power.sign = sign;
    return binary_round(f, power, events);
  }
  if (f.bits == 64) {
    if (binary_pow_settled(f, f64_of_bits(binary_magnitude(f, x)), y, sign, &result, events)) return result;
  } else {
    const double number = (double)base.significand * pair_scale(base.exponent);
    if (binary_pow_settled(f, number, y, sign, &result, events)) return result;
  }
  return binary_pow_by_integers(f, base, y, sign, events);
}

/* Of positive normal numbers to a finite power the pair settles most, without events; exact powers are numbers like
 * others here, and halfway points are never settled. */
static inline float f32_pow(float x, exact_value y) {
  unsigned events = 0;
  if (x >= 0x1p-126f && x <= FLT_MAX && (y.kind == VALUE_INTEGER || y.kind == VALUE_FLOATING)) {
    int exponent = 0;
    const pair power = pow_pair((double)x, y, 1, &exponent);
    if (exponent > -126 && exponent < 127) {
      const double size = power.high * pair_scale(exponent),
                   error = 0x1p-51; /* the low part, at most 2^-53, and all else */
      const float low = (float)(size - error * size), high = (float)(size + error * size);
      if (low == high && rounds_to_nearest()) return low;
    }
  }
  return f32_of_bits((uint32_t)binary_pow(FORMAT_FLOAT, f32_bits(x), y, &events));
}

static inline double f64_pow(double x, exact_value y) {
  unsigned events = 0;
  if (x >= 0x1p-1022 && x <= DBL_MAX && (y.kind == VALUE_INTEGER || y.kind == VALUE_FLOATING)) {
    int exponent = 0;
    const pair power = pow_pair(x, y, 0, &exponent);
    const double error = PAIR_POW_ERROR * 3; /* the result is below 2.1 */
    const double low = power.high + (power.low - error), high = power.high + (power.low + error);
    if (low == high && exponent > -1022 && exponent < 1023 && rounds_to_nearest()) return low * pair_scale(exponent);
  }
  return f64_of_bits(binary_pow(FORMAT_DOUBLE, f64_bits(x), y, &events));
}

#endif
