/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Floating-point numbers rounded to integers of their own format, on bit patterns: downward, upward, and to
 * the nearest one, of two the even one. A number that is an integer stays what it is, and a zero has the sign of the
 * number. No such rounding is inexact: of events there is only that of a signalling NaN. */
#ifndef ETALON_SCALAR_INTEGRAL_H
#define ETALON_SCALAR_INTEGRAL_H

#include <stdint.h>

#include "scalar/binary.h"

enum { TOWARD_MINUS_INFINITY, TOWARD_PLUS_INFINITY, TOWARD_NEAREST_EVEN };

/* Patterns count the numbers of one sign upward, so that the integers beside a number are patterns beside its own. */
static inline uint64_t binary_integral(binary_format f, uint64_t x, int direction, unsigned* events) {
  const uint64_t sign = binary_sign(f, x), magnitude = binary_magnitude(f, x);
  const uint64_t hidden = (uint64_t)1 << f.fraction, one = (uint64_t)binary_bias(f) << f.fraction;
  uint64_t lower, upper; /* the integers beside it, farther from zero the second */
  int is_upper;          /* whether that one is the result */
  if (binary_is_nan(f, x)) return binary_pass_nan(f, x, x, events);
  if (magnitude == 0 || magnitude >= one + ((uint64_t)f.fraction << f.fraction)) return x; /* no fraction is left */
  if (magnitude < one) {
    lower = 0, upper = one;
    is_upper = magnitude > one - hidden; /* 1/2 itself goes to 0, which is even */
  } else {
    const uint64_t step = hidden >> ((magnitude - one) >> f.fraction); /* patterns from one integer to the next */
    const uint64_t rest = magnitude & (step - 1);
    if (rest == 0) return x;
    lower = magnitude - rest, upper = lower + step;
    /* The bit of an odd integer: of 1 it is the lowest one of the exponent, which is odd there as the bias is. */
    is_upper = 2 * rest > step || (2 * rest == step && (lower & step) != 0);
  }
  if (direction != TOWARD_NEAREST_EVEN) is_upper = (direction == TOWARD_PLUS_INFINITY) == (sign == 0);
  return sign | (is_upper ? upper : lower);
}

static inline uint64_t binary_floor(binary_format f, uint64_t x, unsigned* events) {
  return binary_integral(f, x, TOWARD_MINUS_INFINITY, events);
}

static inline uint64_t binary_ceil(binary_format f, uint64_t x, unsigned* events) {
  return binary_integral(f, x, TOWARD_PLUS_INFINITY, events);
}

static inline uint64_t binary_nearest(binary_format f, uint64_t x, unsigned* events) {
  return binary_integral(f, x, TOWARD_NEAREST_EVEN, events);
}

#endif
