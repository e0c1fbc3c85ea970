/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Fixed-point numbers of any length up to 1024 fraction bits, made of integers only: what functions are
 * enclosed with where floating point does not decide a rounding. A number is not negative and below 2^32. Its unit is
 * 2^(-32 words); every operation says by how many units at most it is below the exact result, and callers count. */
#ifndef ETALON_SCALAR_FIXED_H
#define ETALON_SCALAR_FIXED_H

#include <stdint.h>

#include "scalar/wide.h"

enum { FIXED_MOST = 32 }; /* fraction words */

/* The sum of word[k] * 2^(32 (k - words)): the highest word, of index `words`, is the integer part. */
typedef struct {
  unsigned words;
  uint32_t word[FIXED_MOST + 1];
} fixed;

/* ---- made ----------------------------------------------------------------------------------------------------- */

static inline fixed fixed_integer(unsigned words, uint32_t value) {
  fixed a;
  unsigned k;
  a.words = words;
  for (k = 0; k <= FIXED_MOST; ++k) a.word[k] = 0;
  a.word[words] = value;
  return a;
}

/* significand * 2^exponent, which is below 2^32; below it by less than one unit, and exact where no bit is lost. */
static inline fixed fixed_of(unsigned words, uint64_t significand, int exponent) {
  const int at = exponent + 32 * (int)words; /* where the lowest bit goes */
  fixed a = fixed_integer(words, 0);
  if (at < 0) {
    if (at > -64) significand >>= -at;
    if (at > -64) a.word[0] = (uint32_t)significand, a.word[1] = (uint32_t)(significand >> 32);
  } else {
    const unsigned first = (unsigned)at / 32, shift = (unsigned)at % 32;
    const uint64_t high = shift == 0 ? 0 : significand >> (64 - shift), low = significand << shift;
    a.word[first] = (uint32_t)low;
    if (first + 1 <= words) a.word[first + 1] = (uint32_t)(low >> 32);
    if (first + 2 <= words) a.word[first + 2] = (uint32_t)high;
  }
  return a;
}

/* The first words of a constant, of which the integer part comes first; below it by less than one unit. */
static inline fixed fixed_constant(unsigned words, const uint32_t* digits) {
  fixed a = fixed_integer(words, 0);
  unsigned k;
  for (k = 0; k <= words; ++k) a.word[words - k] = digits[k];
  return a;
}

/* ---- exact operations ----------------------------------------------------------------------------------------- */

static inline int fixed_is_zero(const fixed* a) {
  unsigned k;
  for (k = 0; k <= a->words; ++k)
    if (a->word[k] != 0) return 0;
  return 1;
}

static inline int fixed_less(const fixed* a, const fixed* b) {
  unsigned k;
  for (k = a->words + 1; k-- > 0;)
    if (a->word[k] != b->word[k]) return a->word[k] < b->word[k];
  return 0;
}

/* Number of zero bits above the highest one, of a number that is not zero. */
static inline unsigned fixed_leading_zeros(const fixed* a) {
  unsigned k = a->words;
  while (a->word[k] == 0) --k;
  return 32 * (a->words - k) + leading_zeros(a->word[k]) - 32;
}

/* The sum, which is below 2^32. */
static inline fixed fixed_sum(fixed a, const fixed* b) {
  uint64_t carry = 0;
  unsigned k;
  for (k = 0; k <= a.words; ++k) {
    carry += (uint64_t)a.word[k] + b->word[k];
    a.word[k] = (uint32_t)carry;
    carry >>= 32;
  }
  return a;
}

/* a - b, which is not negative. */
static inline fixed fixed_difference(fixed a, const fixed* b) {
  uint32_t borrow = 0;
  unsigned k;
  for (k = 0; k <= a.words; ++k) {
    const uint64_t subtracted = (uint64_t)b->word[k] + borrow;
    borrow = a.word[k] < subtracted;
    a.word[k] = (uint32_t)(a.word[k] - subtracted);
  }
  return a;
}

/* a * factor, which is below 2^32. */
static inline fixed fixed_times(fixed a, uint32_t factor) {
  uint64_t carry = 0;
  unsigned k;
  for (k = 0; k <= a.words; ++k) {
    carry += (uint64_t)a.word[k] * factor;
    a.word[k] = (uint32_t)carry;
    carry >>= 32;
  }
  return a;
}

/* a * 2^bits, which is below 2^32. */
static inline fixed fixed_left(fixed a, unsigned bits) {
  const unsigned whole = bits / 32, part = bits % 32;
  unsigned k;
  for (k = a.words + 1; k-- > 0;) {
    const uint64_t high = k >= whole ? a.word[k - whole] : 0, low = k > whole ? a.word[k - whole - 1] : 0;
    a.word[k] = (uint32_t)((high << 32 | low) >> (32 - part));
  }
  return a;
}

/* ---- operations that lose a little at the end ----------------------------------------------------------------- */

/* a / 2^bits, below it by less than one unit. */
static inline fixed fixed_right(fixed a, unsigned bits) {
  const unsigned whole = bits / 32, part = bits % 32;
  unsigned k;
  for (k = 0; k <= a.words; ++k) {
    const uint64_t low = k + whole <= a.words ? a.word[k + whole] : 0;
    const uint64_t high = k + whole < a.words ? a.word[k + whole + 1] : 0;
    a.word[k] = (uint32_t)((high << 32 | low) >> part);
  }
  return a;
}

/* a / divisor, below it by less than one unit; the divisor is not zero. */
static inline fixed fixed_quotient(fixed a, uint32_t divisor) {
  uint64_t rest = 0;
  unsigned k;
  for (k = a.words + 1; k-- > 0;) {
    rest = rest << 32 | a.word[k];
    a.word[k] = 0;
    if (rest >= divisor) a.word[k] = (uint32_t)(rest / divisor), rest %= divisor;
  }
  return a;
}

/* a * b, which is below 2^32; below it by less than words + 1 units. Products of two words that end below the unit by a
 * whole word or more are left out: fewer than words^2 / 2 of them, together less than `words` units. */
static inline fixed fixed_product(const fixed* a, const fixed* b) {
  const unsigned words = a->words;
  uint32_t product[FIXED_MOST + 3]; /* from the word below the unit on */
  fixed result = fixed_integer(words, 0);
  unsigned i, k;
  for (k = 0; k < words + 3; ++k) product[k] = 0;
  for (i = 0; i <= words; ++i) {
    const uint64_t factor = a->word[i];
    uint64_t carry = 0;
    if (factor == 0) continue;
    for (k = i + 1 < words ? words - 1 - i : 0; k <= words; ++k) {
      carry += factor * b->word[k] + product[i + k + 1 - words];
      product[i + k + 1 - words] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + 2] = (uint32_t)carry;
  }
  for (k = 0; k <= words; ++k) result.word[k] = product[k + 1];
  return result;
}

/* How far fixed_inverse_root may be from its result, in units, on either side. */
static inline uint64_t fixed_root_error(unsigned words) { return 5 * ((uint64_t)words + 2); }

/* 1 / sqrt(a) for 1 <= a < 8, by Newton's iteration y (3 - a y^2) / 2, which at a distance of d from the root leads to
 * one below it by less than 4.25 d^2. Of the operations in a step y^2 is less than words + 1 units too small, a y^2
 * therefore 9 (words + 1), and the result at most 4.5 (words + 1) too large or (words + 1) / 2 + 1 too small. */
static inline fixed fixed_inverse_root(const fixed* a) {
  const unsigned words = a->words;
  const fixed three = fixed_integer(words, 3);
  uint64_t digits = (uint64_t)a->word[words] << 60 | (uint64_t)a->word[words - 1] << 28, root = 0, remainder = 0;
  unsigned bits;
  fixed y;
  /* sqrt(a) * 2^30, digit by digit; 2^62 over it is y * 2^32, and less than 2^4 units of that from what it should be */
  for (bits = 0; bits < 32; ++bits) {
    remainder = remainder * 4 + (digits >> 62);
    digits <<= 2;
    root *= 2;
    if (remainder > 2 * root) remainder -= 2 * root + 1, ++root;
  }
  y = fixed_of(words, ((uint64_t)1 << 62) / root, -32);
  for (bits = 28; bits < 32 * words; bits = 2 * bits - 3) {
    fixed factor = fixed_product(&y, &y);
    factor = fixed_product(&factor, a);
    factor = fixed_difference(three, &factor);
    y = fixed_right(fixed_product(&factor, &y), 1);
  }
  return y;
}

#endif
