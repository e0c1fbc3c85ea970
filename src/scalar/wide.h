/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. 128-bit unsigned integers as two words: what exact products and aligned sums of doubles need, in the common
 * subset of C99 and C++20 (no compiler extension, so 32-bit processors and provers read the same text). */
#ifndef ETALON_SCALAR_WIDE_H
#define ETALON_SCALAR_WIDE_H

#include <stdint.h>

typedef struct {
  uint64_t high, low;
} wide;

static inline wide wide_of(uint64_t high, uint64_t low) {
  wide w;
  w.high = high;
  w.low = low;
  return w;
}

/* Number of zero bits above the highest one; 64 for zero. */
static inline unsigned leading_zeros(uint64_t x) {
  unsigned n = 0;
  if (x == 0) return 64;
  if (x >> 32 == 0) n += 32, x <<= 32;
  if (x >> 48 == 0) n += 16, x <<= 16;
  if (x >> 56 == 0) n += 8, x <<= 8;
  if (x >> 60 == 0) n += 4, x <<= 4;
  if (x >> 62 == 0) n += 2, x <<= 2;
  if (x >> 63 == 0) n += 1;
  return n;
}

static inline wide wide_product(uint64_t a, uint64_t b) {
  const uint64_t a1 = a >> 32, a0 = a & 0xFFFFFFFFu, b1 = b >> 32, b0 = b & 0xFFFFFFFFu;
  const uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), middle = a0 * b1 + (cross & 0xFFFFFFFFu);
  return wide_of(a1 * b1 + (cross >> 32) + (middle >> 32), (middle << 32) | (low & 0xFFFFFFFFu));
}

static inline wide wide_sum(wide a, wide b) {
  const uint64_t low = a.low + b.low;
  return wide_of(a.high + b.high + (low < a.low), low);
}

static inline wide wide_difference(wide a, wide b) { return wide_of(a.high - b.high - (a.low < b.low), a.low - b.low); }

static inline int wide_less(wide a, wide b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }

static inline wide wide_left(wide a, unsigned n) { /* n < 64 */
  return n == 0 ? a : wide_of((a.high << n) | (a.low >> (64 - n)), a.low << n);
}

/* a / 2^n, with the lowest bit set if a one was shifted out: enough for what rounds later to see that it was there. */
static inline wide wide_right_sticky(wide a, unsigned n) {
  if (n == 0) return a;
  if (n < 64) return wide_of(a.high >> n, (a.high << (64 - n)) | (a.low >> n) | ((a.low << (64 - n)) != 0));
  if (n == 64) return wide_of(0, a.high | (a.low != 0));
  if (n < 128) return wide_of(0, (a.high >> (n - 64)) | ((a.high << (128 - n)) != 0 || a.low != 0));
  return wide_of(0, a.high != 0 || a.low != 0);
}

#endif
