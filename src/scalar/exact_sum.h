/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Sums of products without rounding: a fixed-point number wide enough for every product of a format, and for
 * 2^63 of them, so that a sum is rounded once, at its end. */
#ifndef ETALON_SCALAR_EXACT_SUM_H
#define ETALON_SCALAR_EXACT_SUM_H

#include <stdint.h>

#include "scalar/binary.h"

/* ---- a long two's-complement integer, lowest word first ---------------------------------------------------------- */

enum { LONG_WORDS = 67 }; /* what double needs: 4196 bits of products, 64 for carries and the sign */

typedef struct {
  uint64_t word[LONG_WORDS];
  unsigned words; /* in use */
} long_integer;

static inline void long_clear(long_integer* x, unsigned words) {
  unsigned i;
  x->words = words;
  for (i = 0; i < words; ++i) x->word[i] = 0;
}

/* x += value * 2^position, or x -= it. The caller sees to it that position + 128 lies within x. */
static inline void long_add(long_integer* x, wide value, unsigned position, int negative) {
  const unsigned shift = position % 64;
  const uint64_t above = shift == 0 ? 0 : value.high >> (64 - shift);
  uint64_t part[3], carry = 0;
  unsigned i, at = position / 64;
  value = wide_left(value, shift);
  part[0] = value.low, part[1] = value.high, part[2] = above;
  for (i = 0; at < x->words && (i < 3 || carry != 0); ++i, ++at) {
    const uint64_t term = i < 3 ? part[i] : 0, old = x->word[at];
    if (negative) {
      x->word[at] = old - term - carry;
      carry = old < term || (old == term && carry != 0);
    } else {
      x->word[at] = old + term + carry;
      carry = x->word[at] < old || (x->word[at] == old && carry != 0);
    }
  }
}

static inline int long_is_negative(const long_integer* x) { return x->word[x->words - 1] >> 63 != 0; }

static inline void long_negate(long_integer* x) {
  unsigned i;
  int carry = 1;
  for (i = 0; i < x->words; ++i) {
    x->word[i] = ~x->word[i] + (uint64_t)carry;
    carry = carry && x->word[i] == 0;
  }
}

/* Whether x is the number `low`, or with `negative` the number low - 2^64. */
static inline int long_equals(const long_integer* x, uint64_t low, int negative) {
  unsigned i;
  if (x->word[0] != low) return 0;
  for (i = 1; i < x->words; ++i)
    if (x->word[i] != (negative ? ~(uint64_t)0 : 0)) return 0;
  return 1;
}

/* ---- the sum of products of a floating-point format -------------------------------------------------------------- */

typedef struct {
  long_integer finite; /* in units of the smallest product, 2^(2*lowest) */
  int nan, positive_infinity, negative_infinity;
} exact_sum;

static inline int exact_sum_lowest(binary_format f) { return 2 * (1 - binary_bias(f) - (int)f.fraction); }

static inline void exact_sum_start(binary_format f, exact_sum* sum) {
  const unsigned span = (unsigned)(2 * (binary_bias(f) + 1) - exact_sum_lowest(f));
  long_clear(&sum->finite, (span + 64 + 63) / 64);
  sum->nan = sum->positive_infinity = sum->negative_infinity = 0;
}

/* sum += a * b */
static inline void exact_sum_step(binary_format f, exact_sum* sum, uint64_t a, uint64_t b, unsigned* events) {
  const uint64_t sign = binary_sign(f, a ^ b);
  binary_exact x, y;
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) {
    sum->nan = 1;
    binary_pass_nan(f, a, b, events);
  } else if (binary_is_infinite(f, a) || binary_is_infinite(f, b)) {
    if (binary_is_zero(f, a) || binary_is_zero(f, b)) {
      sum->nan = 1;
      binary_invalid(f, events);
    } else if (sign != 0) {
      sum->negative_infinity = 1;
    } else {
      sum->positive_infinity = 1;
    }
  } else if (!binary_is_zero(f, a) && !binary_is_zero(f, b)) {
    x = binary_unpack(f, a);
    y = binary_unpack(f, b);
    long_add(&sum->finite, wide_product(x.significand.low, y.significand.low),
             (unsigned)(x.exponent + y.exponent - exact_sum_lowest(f)), sign != 0);
  }
}

/* The sum rounded once. NaN operands, 0*inf and infinities of both signs give NaN, an exact zero is +0. Spends the sum.
 */
static inline uint64_t exact_sum_finish(binary_format f, exact_sum* sum, unsigned* events) {
  long_integer* x = &sum->finite;
  const uint64_t sign = long_is_negative(x) ? binary_sign_bit(f) : 0;
  uint64_t below = 0;
  unsigned top, i;
  if (sum->positive_infinity && sum->negative_infinity) return binary_invalid(f, events);
  if (sum->nan) return binary_nan(f);
  if (sum->positive_infinity) return binary_infinity(f);
  if (sum->negative_infinity) return binary_sign_bit(f) | binary_infinity(f);

  if (sign != 0) long_negate(x);
  for (top = x->words - 1; top > 0 && x->word[top] == 0; --top) continue;
  if (top == 0) {
    if (x->word[0] == 0) return 0;
    return binary_round(f, binary_exact_of(sign, wide_of(0, x->word[0]), exact_sum_lowest(f)), events);
  }
  for (i = 0; i + 1 < top; ++i) below |= x->word[i];
  return binary_round(f,
                      binary_exact_of(sign, wide_of(x->word[top], x->word[top - 1] | (below != 0)),
                                      exact_sum_lowest(f) + 64 * ((int)top - 1)),
                      events);
}

#endif
