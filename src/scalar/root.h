/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Quotients by a count and square roots of long numbers, rounded once: what averages and norms end
 * with. A count is an integer and stays exact, also where the format has no such number. */
#ifndef ETALON_SCALAR_ROOT_H
#define ETALON_SCALAR_ROOT_H

#include <stdint.h>

#include "scalar/binary.h"

/* ---- of 128-bit integers -------------------------------------------------------------------------------------- */

/* The quotient rounded down; *rest tells whether that lost anything. 0 < count < 2^63. */
static inline wide wide_quotient(wide x, uint64_t count, int* rest) {
  wide quotient = wide_of(0, 0);
  uint64_t remainder = 0;
  unsigned bit;
  for (bit = 128; bit-- > 0;) {
    const uint64_t digit = (bit >= 64 ? x.high >> (bit - 64) : x.low >> bit) & 1;
    remainder = 2 * remainder + digit;
    quotient = wide_left(quotient, 1);
    if (remainder >= count) remainder -= count, quotient.low |= 1;
  }
  *rest = remainder != 0;
  return quotient;
}

/* Likewise the square root. */
static inline uint64_t wide_root(wide x, int* rest) {
  uint64_t root = 0;
  wide square;
  unsigned bit;
  for (bit = 64; bit-- > 0;) {
    const uint64_t larger = root | (uint64_t)1 << bit;
    if (!wide_less(x, wide_product(larger, larger))) root = larger;
  }
  square = wide_product(root, root);
  *rest = square.high != x.high || square.low != x.low;
  return root;
}

/* ---- of exact values ------------------------------------------------------------------------------------------ */

/* A magnitude of at least *exact and below *exact plus one unit, which it is above where `rest` says so, divided by the
 * count. */
static inline uint64_t binary_round_quotient(binary_format f, binary_exact x, int rest, uint64_t count,
                                             unsigned* events) {
  int lost;
  x = binary_normalize(x);
  x.significand = wide_quotient(x.significand, count, &lost); /* 64 bits or more are left */
  x.significand.low |= (uint64_t)(lost || rest);
  return binary_round(f, x, events);
}

/* The same of its square root; the sign is positive. */
static inline uint64_t binary_round_root(binary_format f, binary_exact x, int rest, unsigned* events) {
  uint64_t root;
  int lost;
  x = binary_normalize(x);
  if (x.exponent % 2 != 0) x.significand = wide_left(x.significand, 1), x.exponent -= 1;
  root = wide_root(x.significand, &lost);
  return binary_round(f, binary_exact_of(0, wide_of(0, root | (uint64_t)(lost || rest)), x.exponent / 2), events);
}

/* ---- of elements ---------------------------------------------------------------------------------------------- */

/* a / count. Nothing divided by nothing is invalid, as 0 / 0 is; count < 2^63. */
static inline uint64_t binary_div_count(binary_format f, uint64_t a, uint64_t count, unsigned* events) {
  if (binary_is_nan(f, a)) return binary_pass_nan(f, a, a, events);
  if (binary_is_infinite(f, a)) return a;
  if (count == 0) {
    if (binary_is_zero(f, a)) return binary_invalid(f, events);
    *events |= EVENT_DIVIDE_BY_ZERO;
    return binary_sign(f, a) | binary_infinity(f);
  }
  if (binary_is_zero(f, a)) return a;
  return binary_round_quotient(f, binary_unpack(f, a), 0, count, events);
}

#endif
