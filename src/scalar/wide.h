/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. 128-bit unsigned integers as two words: what exact products and aligned sums of doubles need, in the common
 * subset of C99 and C++20 (no compiler extension, so 32-bit processors and provers read the same text). */
#ifndef ETALON_SCALAR_WIDE_H
#define ETALON_SCALAR_WIDE_H

#include <stdint.h>

#include "scalar/contract.h"

typedef struct {
  uint64_t high, low;
} wide;

/*@ logic integer wide_value(wide w) = w.high * 18446744073709551616 + w.low; */

/*@ assigns \nothing;
  @ ensures \result.high == high && \result.low == low;
  @*/
static inline wide wide_of(uint64_t high, uint64_t low) {
  wide w;
  w.high = high;
  w.low = low;
  return w;
}

/* Number of zero bits above the highest one; 64 for zero. */
/*@ assigns \nothing;
  @ ensures zero: x == 0 ==> \result == 64;
  @ ensures range: x != 0 ==> 0 <= \result < 64;
  @ ensures highest: x != 0 ==> 9223372036854775808 <= x * (1 << \result) < 18446744073709551616;
  @*/
static inline unsigned leading_zeros(uint64_t x) {
  unsigned n = 0;
  if (x == 0) return 64;
  if (x < 4294967296) n += 32, x *= 4294967296;
  if (x < 281474976710656) n += 16, x *= 65536;
  if (x < 72057594037927936) n += 8, x *= 256;
  if (x < 1152921504606846976) n += 4, x *= 16;
  if (x < 4611686018427387904) n += 2, x *= 4;
  if (x < 9223372036854775808u) n += 1;
  return n;
}

/*@ requires a < 4294967296 && b < 4294967296;
  @ assigns \nothing;
  @ ensures \result == a * b;
  @ ensures \result <= 18446744065119617025;
  @*/
static inline uint64_t product_of_halves(uint64_t a, uint64_t b) { return a * b; }

/* School multiplication by halves. Written with quotients and remainders, which compile to shifts and masks and which
 * provers can reason about. */
/*@ assigns \nothing;
  @ ensures wide_value(\result) == a * b;
  @*/
static inline wide wide_product(uint64_t a, uint64_t b) {
  const uint64_t half = 4294967296; /* 2^32 */
  const uint64_t a1 = a / half, a0 = a % half, b1 = b / half, b0 = b % half;
  const uint64_t low = product_of_halves(a0, b0), cross = product_of_halves(a1, b0) + low / half;
  const uint64_t middle = product_of_halves(a0, b1) + cross % half;
  /*@ assert whole: a * b == a1 * b1 * 18446744073709551616 + (a1 * b0 + a0 * b1) * 4294967296 + a0 * b0; */
  return wide_of(product_of_halves(a1, b1) + cross / half + middle / half, middle % half * half + low % half);
}

/* Both modulo 2^128. */
/*@ assigns \nothing;
  @ ensures wide_value(\result) == wide_value(a) + wide_value(b) ||
  @   wide_value(\result) == wide_value(a) + wide_value(b) - 340282366920938463463374607431768211456;
  @*/
static inline wide wide_sum(wide a, wide b) {
  const uint64_t low = a.low + b.low;
  return wide_of(a.high + b.high + (low < a.low), low);
}

/*@ assigns \nothing;
  @ ensures wide_value(\result) == wide_value(a) - wide_value(b) ||
  @   wide_value(\result) == wide_value(a) - wide_value(b) + 340282366920938463463374607431768211456;
  @*/
static inline wide wide_difference(wide a, wide b) { return wide_of(a.high - b.high - (a.low < b.low), a.low - b.low); }

/*@ assigns \nothing;
  @ ensures \result != 0 <==> wide_value(a) < wide_value(b);
  @*/
static inline int wide_less(wide a, wide b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }

/*@ requires n < 64;
  @ assigns \nothing;
  @ ensures n == 0 ==> \result == a;
  @*/
static inline wide wide_left(wide a, unsigned n) { /* n < 64 */
  return n == 0 ? a : wide_of((a.high << n) | (a.low >> (64 - n)), a.low << n);
}

/* a / 2^n, with the lowest bit set if a one was shifted out: enough for what rounds later to see that it was there. */
/*@ assigns \nothing;
  @ ensures n == 0 ==> \result == a;
  @ ensures n == 64 ==> \result.high == 0 && (\result.low == 0 <==> wide_value(a) == 0);
  @ ensures n >= 128 ==> wide_value(\result) == (wide_value(a) == 0 ? 0 : 1);
  @*/
static inline wide wide_right_sticky(wide a, unsigned n) {
  if (n == 0) return a;
  if (n < 64) return wide_of(a.high >> n, (a.high << (64 - n)) | (a.low >> n) | ((a.low << (64 - n)) != 0));
  if (n == 64) return wide_of(0, a.high | (a.low != 0));
  if (n < 128) return wide_of(0, (a.high >> (n - 64)) | ((a.high << (128 - n)) != 0 || a.low != 0));
  return wide_of(0, a.high != 0 || a.low != 0);
}

#endif
