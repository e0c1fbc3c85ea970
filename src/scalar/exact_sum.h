/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Sums of products without rounding: a fixed-point number wide enough for every product of a format, and for
 * 2^63 of them, so that a sum is rounded once, at its end; also where it is then multiplied by a number of the format,
 * divided by a count, or its square root is taken. */
#ifndef ETALON_SCALAR_EXACT_SUM_H
#define ETALON_SCALAR_EXACT_SUM_H

#include <stdint.h>

#include "scalar/root.h"

/* ---- a long two's-complement integer, lowest word first ---------------------------------------------------------- */

enum { LONG_WORDS = 101 }; /* what double needs: 6294 bits of products of three, 64 for carries and the sign */

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

/* The bit at this position of a number that is not negative, and above. */
static inline uint64_t long_bits_at(const long_integer* x, unsigned position) {
  const unsigned at = position / 64, shift = position % 64;
  const uint64_t low = at < x->words ? x->word[at] : 0, high = at + 1 < x->words ? x->word[at + 1] : 0;
  return shift == 0 ? low : low >> shift | high << (64 - shift);
}

/* The highest 127 bits of a number that is positive, or all of them where there are fewer; *position is that of the
 * lowest one, and *rest tells whether there is a one below. */
static inline wide long_head(const long_integer* x, unsigned* position, int* rest) {
  unsigned top = x->words - 1, highest, i;
  while (x->word[top] == 0) --top;
  highest = 64 * top + 63 - leading_zeros(x->word[top]);
  *position = highest > 126 ? highest - 126 : 0;
  *rest = 0;
  for (i = 0; i < *position / 64; ++i) *rest = *rest || x->word[i] != 0;
  if (*position % 64 != 0) *rest = *rest || x->word[i] << (64 - *position % 64) != 0;
  return wide_of(long_bits_at(x, *position + 64) & ~(uint64_t)0 >> 1, long_bits_at(x, *position));
}

static inline int long_is_zero(const long_integer* x) {
  unsigned i;
  for (i = 0; i < x->words; ++i)
    if (x->word[i] != 0) return 0;
  return 1;
}

/* x *= factor * 2^shift, or its negative; x grows to so many words, in which the product has room. */
static inline void long_scale(long_integer* x, uint64_t factor, int negative, unsigned shift, unsigned words) {
  const int sign = long_is_negative(x);
  const long_integer old = *x;
  unsigned i;
  long_clear(x, words);
  for (i = 0; i < old.words; ++i) {
    /* of a negative number the complement, which is its magnitude less one */
    const uint64_t word = sign ? ~old.word[i] : old.word[i];
    long_add(x, wide_product(word, factor), 64 * i + shift, 0);
  }
  if (sign) long_add(x, wide_of(0, factor), shift, 0);
  if (sign != (negative != 0)) long_negate(x);
}

/* The square root rounded down, of a number that is not negative and below 2^192. */
static inline wide long_root(const long_integer* x) {
  wide root = wide_of(0, 0);
  unsigned bit;
  for (bit = 96; bit-- > 0;) {
    wide larger = root, cross;
    long_integer rest = *x;
    if (bit >= 64)
      larger.high |= (uint64_t)1 << (bit - 64);
    else
      larger.low |= (uint64_t)1 << bit;
    cross = wide_product(larger.low, larger.high);
    long_add(&rest, wide_product(larger.low, larger.low), 0, 1);
    long_add(&rest, cross, 64, 1);
    long_add(&rest, cross, 64, 1);
    long_add(&rest, wide_product(larger.high, larger.high), 128, 1);
    if (!long_is_negative(&rest)) root = larger;
  }
  return root;
}

/* ---- the sum of products of a floating-point format -------------------------------------------------------------- */

typedef struct {
  long_integer finite; /* in units of 2^unit */
  int unit;
  int nan, positive_infinity, negative_infinity;
} exact_sum;

/* The exponent of the smallest number of a format, and the words of a sum of products of so many of its numbers. */
static inline int exact_sum_lowest(binary_format f) { return 1 - binary_bias(f) - (int)f.fraction; }
static inline unsigned exact_sum_words(binary_format f, int factors) {
  return (unsigned)(factors * (binary_bias(f) + 1 - exact_sum_lowest(f)) + 64 + 63) / 64;
}

static inline void exact_sum_start(binary_format f, exact_sum* sum) {
  long_clear(&sum->finite, exact_sum_words(f, 2));
  sum->unit = 2 * exact_sum_lowest(f);
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
             (unsigned)(x.exponent + y.exponent - sum->unit), sign != 0);
  }
}

/* What a sum is that is no finite number: *special is then its pattern. Infinities of both signs are a NaN. */
static inline int exact_sum_is_special(binary_format f, exact_sum* sum, uint64_t* special, unsigned* events) {
  if (sum->positive_infinity && sum->negative_infinity) sum->nan = 1, binary_invalid(f, events);
  *special = sum->nan                 ? binary_nan(f)
             : sum->positive_infinity ? binary_infinity(f)
                                      : binary_sign_bit(f) | binary_infinity(f);
  return sum->nan || sum->positive_infinity || sum->negative_infinity;
}

/* sum *= factor, once; steps may follow. */
static inline void exact_sum_scale(binary_format f, exact_sum* sum, uint64_t factor, unsigned* events) {
  const int zero = long_is_zero(&sum->finite), negative = long_is_negative(&sum->finite);
  uint64_t special;
  binary_exact x;
  if (exact_sum_is_special(f, sum, &special, events) || binary_is_nan(f, factor) || binary_is_infinite(f, factor)) {
    if (!sum->nan && !sum->positive_infinity && !sum->negative_infinity)
      special = zero ? 0 : (negative ? binary_sign_bit(f) : 0) | binary_infinity(f); /* no overflow: only its sign */
    special = binary_mul(f, special, factor, events);
    exact_sum_start(f, sum);
    sum->nan = binary_is_nan(f, special);
    sum->positive_infinity = special == binary_infinity(f);
    sum->negative_infinity = special == (binary_sign_bit(f) | binary_infinity(f));
  } else {
    x = binary_unpack(f, factor);
    sum->unit = 3 * exact_sum_lowest(f);
    long_scale(&sum->finite, x.significand.low, x.sign != 0, (unsigned)(x.exponent - exact_sum_lowest(f)),
               exact_sum_words(f, 3));
  }
}

/* The magnitude of a sum that is finite and not zero, with its sign; *rest as of long_head. Spends the sum. */
static inline binary_exact exact_sum_head(binary_format f, exact_sum* sum, int* rest) {
  const uint64_t sign = long_is_negative(&sum->finite) ? binary_sign_bit(f) : 0;
  unsigned position;
  wide head;
  if (sign != 0) long_negate(&sum->finite);
  head = long_head(&sum->finite, &position, rest);
  return binary_exact_of(sign, head, sum->unit + (int)position);
}

/* The sum rounded once. NaN operands, 0*inf and infinities of both signs give NaN, an exact zero is +0. Spends the sum,
 * as the two functions below do. */
static inline uint64_t exact_sum_finish(binary_format f, exact_sum* sum, unsigned* events) {
  uint64_t special;
  binary_exact x;
  int rest;
  if (exact_sum_is_special(f, sum, &special, events)) return special;
  if (long_is_zero(&sum->finite)) return 0;
  x = exact_sum_head(f, sum, &rest);
  x.significand.low |= (uint64_t)rest;
  return binary_round(f, x, events);
}

/* The sum divided by a count, rounded once. */
static inline uint64_t exact_sum_finish_quotient(binary_format f, exact_sum* sum, uint64_t count, unsigned* events) {
  uint64_t special;
  binary_exact x;
  int rest;
  if (exact_sum_is_special(f, sum, &special, events)) return special;
  if (long_is_zero(&sum->finite) || count == 0)
    return binary_div_count(f, exact_sum_finish(f, sum, events), count, events);
  x = exact_sum_head(f, sum, &rest);
  return binary_round_quotient(f, x, rest, count, events);
}

/* The square root of the sum, rounded once. */
static inline uint64_t exact_sum_finish_root(binary_format f, exact_sum* sum, unsigned* events) {
  uint64_t special;
  binary_exact x;
  int rest;
  if (exact_sum_is_special(f, sum, &special, events) || long_is_zero(&sum->finite) || long_is_negative(&sum->finite))
    return binary_sqrt(f, exact_sum_finish(f, sum, events), events);
  x = exact_sum_head(f, sum, &rest);
  return binary_round_root(f, x, rest, events);
}

#endif
