/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Floating-point numbers that are compared, and what changes their sign only: on bit patterns, for every
 * format. Nothing is rounded. A signalling NaN is an invalid operand here as in binary.h, and every NaN that comes out
 * is the one quiet NaN. */
#ifndef ETALON_SCALAR_ORDER_H
#define ETALON_SCALAR_ORDER_H

#include <stdint.h>

#include "scalar/binary.h"

/* Patterns in the order of their numbers, -0 directly below +0: positive ones keep their order, that of the negative
 * ones is turned round. Not for NaNs. */
static inline uint64_t binary_rank(binary_format f, uint64_t x) {
  return binary_sign(f, x) != 0 ? binary_sign_bit(f) - 1 - binary_magnitude(f, x) : x + binary_sign_bit(f);
}

/* Whether a < b: false where one is a NaN, and zeros of both signs are equal. */
static inline int binary_less(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events), 0;
  if (binary_is_zero(f, a) && binary_is_zero(f, b)) return 0;
  return binary_rank(f, a) < binary_rank(f, b);
}

/* Whether a = b and whether a <= b, with the same two exceptions. */
static inline int binary_equal(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events), 0;
  return a == b || (binary_is_zero(f, a) && binary_is_zero(f, b));
}

static inline int binary_less_or_equal(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  return binary_less(f, a, b, events) || binary_equal(f, a, b, events);
}

/* maximum and minimum of IEEE 754-2019: a NaN absorbs, and +0 is larger than -0. */
static inline uint64_t binary_max(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events);
  return binary_rank(f, a) < binary_rank(f, b) ? b : a;
}

static inline uint64_t binary_min(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events);
  return binary_rank(f, b) < binary_rank(f, a) ? b : a;
}

/* A number as it is, a NaN as the one quiet NaN: for operators that pass an operand on. */
static inline uint64_t binary_quiet(binary_format f, uint64_t x, unsigned* events) {
  return binary_is_nan(f, x) ? binary_pass_nan(f, x, x, events) : x;
}

static inline uint64_t binary_negate(binary_format f, uint64_t x, unsigned* events) {
  return binary_is_nan(f, x) ? binary_pass_nan(f, x, x, events) : x ^ binary_sign_bit(f);
}

static inline uint64_t binary_abs(binary_format f, uint64_t x, unsigned* events) {
  return binary_is_nan(f, x) ? binary_pass_nan(f, x, x, events) : binary_magnitude(f, x);
}

#endif
