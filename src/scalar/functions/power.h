/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Powers whose exponent is a multiple of a quarter, rounded once: x^(n/4) is the fourth root of an integer
 * power, so that long integers settle every case and no function has to be approximated. Special values are those of
 * pow in IEEE 754. */
#ifndef ETALON_SCALAR_POWER_H
#define ETALON_SCALAR_POWER_H

#include <stdint.h>

#include "scalar/binary.h"

/* ---- integers of 384 bits ------------------------------------------------------------------------------------- */

enum { POWER_WORDS = 12 }; /* of 32 bits, the lowest one first */
typedef struct {
  uint32_t word[POWER_WORDS];
} power_long;

static inline power_long power_of_wide(wide x) {
  power_long a;
  unsigned k;
  for (k = 0; k < POWER_WORDS; ++k) a.word[k] = 0;
  for (k = 0; k < 4; ++k) a.word[k] = (uint32_t)((k < 2 ? x.low : x.high) >> (k % 2 * 32));
  return a;
}

/* Modulo 2^384: callers take products that fit. */
static inline power_long power_product(power_long a, power_long b) {
  power_long product = power_of_wide(wide_of(0, 0));
  unsigned i, k;
  for (i = 0; i < POWER_WORDS; ++i) {
    uint64_t carry = 0;
    for (k = 0; i + k < POWER_WORDS; ++k) {
      carry += (uint64_t)a.word[i] * b.word[k] + product.word[i + k];
      product.word[i + k] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  return product;
}

/* -1, 0 or 1 */
static inline int power_compare(power_long a, power_long b) {
  unsigned k;
  for (k = POWER_WORDS; k-- > 0;)
    if (a.word[k] != b.word[k]) return a.word[k] < b.word[k] ? -1 : 1;
  return 0;
}

static inline unsigned power_length(power_long a) { /* bits, of a number that is not zero */
  unsigned k = POWER_WORDS - 1;
  while (a.word[k] == 0) --k;
  return 32 * k + 64 - leading_zeros(a.word[k]);
}

static inline power_long power_left(power_long a, unsigned n) {
  power_long moved;
  unsigned k;
  for (k = POWER_WORDS; k-- > 0;) {
    const unsigned from = n / 32;
    const uint64_t high = k >= from ? a.word[k - from] : 0, low = k > from ? a.word[k - from - 1] : 0;
    moved.word[k] = (uint32_t)((high << 32 | low) >> (32 - n % 32));
  }
  return moved;
}

/* ---- powers --------------------------------------------------------------------------------------------------- */

/* The root of degree 2 or 4 of a number that is longer than 95 times the degree, rounded down: 96 bits. *rest tells
 * whether that lost anything. */
static inline wide power_root(power_long x, unsigned degree, int* rest) {
  wide root = wide_of(0, 0);
  power_long reached = power_of_wide(root);
  unsigned bit;
  for (bit = 96; bit-- > 0;) {
    wide larger = root;
    power_long square;
    if (bit >= 64)
      larger.high |= (uint64_t)1 << (bit - 64);
    else
      larger.low |= (uint64_t)1 << bit;
    square = power_product(power_of_wide(larger), power_of_wide(larger));
    if (degree == 4) square = power_product(square, square);
    if (power_compare(square, x) <= 0) root = larger, reached = square;
  }
  *rest = power_compare(reached, x) != 0;
  return root;
}

/* x^(quarters/4) for 0 <= quarters <= 8. */
static inline uint64_t binary_power(binary_format f, uint64_t x, unsigned quarters, unsigned* events) {
  const unsigned degree = quarters % 4 == 0 ? 1 : quarters % 2 == 0 ? 2 : 4, times = quarters * degree / 4;
  const int odd = degree == 1 && times % 2 == 1; /* the sign stays */
  binary_exact value;
  power_long number, factor;
  unsigned k, shift;
  int rest;
  if (binary_is_signalling(f, x)) return binary_invalid(f, events);
  if (times == 0) return (uint64_t)binary_bias(f) << f.fraction;
  if (binary_is_nan(f, x)) return binary_nan(f);
  if (odd) return x; /* the first power */
  if (binary_is_zero(f, x)) return 0;
  if (binary_is_infinite(f, x)) return binary_infinity(f);
  if (degree > 1 && binary_sign(f, x) != 0) return binary_invalid(f, events);
  value = binary_unpack(f, x);
  if (degree == 1) /* the square */
    return binary_round(
        f, binary_exact_of(0, wide_product(value.significand.low, value.significand.low), 2 * value.exponent), events);

  /* a significand of at most 53 bits to a power of at most 7 has at most 371 bits; of a square root, at most 159 */
  factor = number = power_of_wide(value.significand);
  for (k = 1; k < times; ++k) number = power_product(number, factor);
  value.exponent *= (int)times;
  shift = 96 * degree - power_length(number);
  while ((value.exponent - (int)shift) % (int)degree != 0) --shift;
  value.significand = power_root(power_left(number, shift), degree, &rest);
  value.significand.low |= (uint64_t)(rest != 0);
  return binary_round(f, binary_exact_of(0, value.significand, (value.exponent - (int)shift) / (int)degree), events);
}

#endif
