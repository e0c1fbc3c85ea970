/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Integers of 4 to 64 bits on 64-bit carriers, the width being a parameter: one text for ten types. Arithmetic
 * is done on unsigned words and wrapped, so nothing here can overflow; the processor's dividing instruction never sees
 * a zero divisor or MIN / -1. */
#ifndef ETALON_SCALAR_INTEGER_H
#define ETALON_SCALAR_INTEGER_H

#include <stdint.h>

#include "scalar/wide.h"

/* The number in [0, 2^bits - 1] congruent to x modulo 2^bits. */
static inline uint64_t uint_wrap(uint64_t x, unsigned bits) { return x & (~(uint64_t)0 >> (64 - bits)); }

/* The number in [-2^(bits-1), 2^(bits-1) - 1] congruent to x modulo 2^bits. */
static inline int64_t int_wrap(uint64_t x, unsigned bits) {
  const uint64_t residue = uint_wrap(x, bits);
  const uint64_t below = uint_wrap(~residue, bits); /* 2^bits - 1 - residue */
  return residue <= below ? (int64_t)residue : -(int64_t)below - 1;
}

static inline int64_t int_min(unsigned bits) { return -(int64_t)(~(uint64_t)0 >> (65 - bits)) - 1; }

static inline uint64_t uint_add(uint64_t a, uint64_t b, unsigned bits) { return uint_wrap(a + b, bits); }
static inline uint64_t uint_mul(uint64_t a, uint64_t b, unsigned bits) { return uint_wrap(a * b, bits); }
static inline int64_t int_add(int64_t a, int64_t b, unsigned bits) { return int_wrap((uint64_t)a + (uint64_t)b, bits); }
static inline int64_t int_mul(int64_t a, int64_t b, unsigned bits) { return int_wrap((uint64_t)a * (uint64_t)b, bits); }

/* Quotients, b != 0. MIN / -1 wraps to MIN. */
static inline uint64_t uint_div(uint64_t a, uint64_t b) { return a / b; }
static inline int64_t int_div_truncate(int64_t a, int64_t b, unsigned bits) {
  return b == -1 ? int_wrap(0 - (uint64_t)a, bits) : a / b;
}
static inline int64_t int_div_floor(int64_t a, int64_t b, unsigned bits) {
  if (b == -1) return int_wrap(0 - (uint64_t)a, bits);
  return a % b != 0 && (a < 0) != (b < 0) ? a / b - 1 : a / b;
}

/* Whether the exact result is out of range, so that the one above is wrapped. */
static inline int uint_add_wraps(uint64_t a, uint64_t b, unsigned bits) { return uint_add(a, b, bits) < a; }
static inline int int_add_wraps(int64_t a, int64_t b, unsigned bits) {
  return b < 0 ? a < int_min(bits) - b : a > -(int_min(bits) + 1) - b;
}
static inline int uint_mul_wraps(uint64_t a, uint64_t b, unsigned bits) {
  const wide product = wide_product(a, b);
  return product.high != 0 || uint_wrap(product.low, bits) != product.low;
}
static inline int int_mul_wraps(int64_t a, int64_t b, unsigned bits) {
  const uint64_t size_a = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, size_b = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  const uint64_t most = (a < 0) == (b < 0) ? (~(uint64_t)0 >> (65 - bits)) : (uint64_t)1 << (bits - 1);
  const wide product = wide_product(size_a, size_b);
  return product.high != 0 || product.low > most;
}
static inline int int_div_wraps(int64_t a, int64_t b, unsigned bits) { return b == -1 && a == int_min(bits); }
static inline int int_div_floor_differs(int64_t a, int64_t b) { return b != -1 && a % b != 0 && (a < 0) != (b < 0); }

#endif
