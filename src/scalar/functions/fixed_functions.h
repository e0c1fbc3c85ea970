/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Functions of one real argument, enclosed as narrowly as wanted, by integers only. All of them come down to
 * one power series and one square root. Errors are counted in units of the last place (fixed.h), generously: a few
 * bits of the hundreds that are there. */
#ifndef ETALON_SCALAR_FIXED_FUNCTIONS_H
#define ETALON_SCALAR_FIXED_FUNCTIONS_H

#include <stdint.h>

#include "scalar/exact_value.h"
#include "scalar/functions/fixed.h"
#include "scalar/functions/fixed_constants.h"

/* (-1)^negative * (value +- error units) * 2^exponent */
typedef struct {
  int negative;
  fixed value;
  uint64_t error;
  int exponent;
} enclosure;

static inline enclosure enclosure_of(int negative, fixed value, uint64_t error, int exponent) {
  enclosure e;
  e.negative = negative;
  e.value = value;
  e.error = error;
  e.exponent = exponent;
  return e;
}

/* The significand with its highest one at bit 63; the value is that, from 1 to 2, times 2^exponent. Not of zero. */
static inline exact_value fixed_normalize(exact_value x) {
  const unsigned shift = leading_zeros(x.significand);
  x.significand <<= shift;
  x.exponent += 63 - (int)shift;
  return x;
}

/* ---- the series ----------------------------------------------------------------------------------------------- */

/* Sums of terms a(0) = first and a(k) = a(k-1) * y * ratio(k), with changing signs where that is said:
 *   exp    e^y                ratio 1/k
 *   sin    sin(x)/x, y = x^2  1/(2k (2k+1)), changing
 *   cos    cos(x), y = x^2    1/((2k-1) 2k), changing
 *   atan   atan(x)/x          (2k-1)/(2k+1), changing
 *   atanh  atanh(x)/x         (2k-1)/(2k+1)
 *   erf    sqrt(pi)/2 e^(x^2) erf(x)/x, y = 2x^2, ratio 1/(2k+1) */
enum { SERIES_EXP, SERIES_SIN, SERIES_COS, SERIES_ATAN, SERIES_ATANH, SERIES_ERF };

/* The error is at most *count * S units for the y that is given, S being the sum of the sizes of all terms if the first
 * were 1, and for atan and atanh 1.1, with y < 1/16. Each of the k steps makes less than words + 2 units of error,
 * since ratios are at most 1; it is carried into later terms as these are made of it, by a(j+i)/a(j), and for each j
 * the sum of those over i is at most S, because a(j+i)/a(j) <= a(i) where ratios fall, and <= y^i for atan and atanh.
 * The first term that is zero is really less than (words + 2) S + 1 units, and with y * ratio < 1/2 there, the rest is
 * as much again. */
static inline fixed fixed_series(int series, fixed first, const fixed* y, uint64_t* count) {
  const int changing = series == SERIES_SIN || series == SERIES_COS || series == SERIES_ATAN;
  fixed term = first, sum = first;
  uint32_t k = 0;
  for (;;) {
    ++k;
    term = fixed_product(&term, y);
    if (series == SERIES_ATAN || series == SERIES_ATANH) term = fixed_times(term, 2 * k - 1);
    term = fixed_quotient(term, series == SERIES_EXP   ? k
                                : series == SERIES_SIN ? 2 * k * (2 * k + 1)
                                : series == SERIES_COS ? (2 * k - 1) * 2 * k
                                                       : 2 * k + 1);
    if (fixed_is_zero(&term)) break;
    sum = changing && k % 2 == 1 ? fixed_difference(sum, &term) : fixed_sum(sum, &term);
  }
  *count = ((uint64_t)k + 2) * (y->words + 3);
  return sum;
}

/* ---- exp and what is made of it ------------------------------------------------------------------------------- */

/* e^a or e^-a for 0 <= a < 2^12, given with an error; the value of the result is from 1 to 2.1. With k times ln 2 taken
 * away, or a taken from k times ln 2, at least 0 and less than 0.694 is left, whatever the last bits are. */
static inline enclosure fixed_exp_of(int negative, fixed a, uint64_t error) {
  const unsigned words = a.words;
  const uint64_t ln2 = 2977044471u; /* ln 2 * 2^32, rounded down */
  const uint64_t size = (uint64_t)a.word[words] << 32 | a.word[words - 1];
  const uint32_t k = (uint32_t)(negative ? (size + 1) / ln2 + 1 : size / (ln2 + 1));
  const fixed multiple = fixed_times(fixed_constant(words, fixed_ln2), k); /* below by less than k units */
  const fixed rest = negative ? fixed_difference(multiple, &a) : fixed_difference(a, &multiple);
  uint64_t count;
  const fixed value = fixed_series(SERIES_EXP, fixed_integer(words, 1), &rest, &count);
  return enclosure_of(0, value, 3 * (count + error + k), negative ? -(int)k : (int)k);
}

/* |x| < 2^12 */
static inline enclosure fixed_exp(exact_value x, unsigned words) {
  return fixed_exp_of(x.negative, fixed_of(words, x.significand, x.exponent), 1);
}

/* 1 / a for 1 <= a < 8, not more than this many units from it. */
static inline uint64_t fixed_inverse_error(unsigned words) { return 2 * fixed_root_error(words) + words + 2; }
static inline fixed fixed_inverse(const fixed* a) {
  const fixed root = fixed_inverse_root(a);
  return fixed_product(&root, &root);
}

/* (1 - d) / (1 + d), d = e^-2|x|. By its derivative an error of d is at most doubled. */
static inline enclosure fixed_tanh(exact_value x, unsigned words) {
  const enclosure power = fixed_exp_of(1, fixed_of(words, x.significand, x.exponent + 1), 1);
  const fixed decay = fixed_right(power.value, (unsigned)-power.exponent), one = fixed_integer(words, 1);
  const fixed difference = fixed_difference(one, &decay), sum = fixed_sum(one, &decay), inverse = fixed_inverse(&sum);
  return enclosure_of(x.negative, fixed_product(&difference, &inverse),
                      2 * (power.error + 1) + fixed_inverse_error(words) + words + 1, 0);
}

/* 1 / (1 + d), d = e^-|x|; or d / (1 + d), where d may be small, so that its leading digits are taken. */
static inline enclosure fixed_sigmoid(exact_value x, unsigned words) {
  const enclosure power = fixed_exp_of(1, fixed_of(words, x.significand, x.exponent), 1);
  const fixed decay = fixed_right(power.value, (unsigned)-power.exponent), one = fixed_integer(words, 1);
  const fixed sum = fixed_sum(one, &decay), inverse = fixed_inverse(&sum);
  const uint64_t error = power.error + 1 + fixed_inverse_error(words);
  if (!x.negative) return enclosure_of(0, inverse, error, 0);
  return enclosure_of(0, fixed_product(&power.value, &inverse), power.error + 3 * error + words + 1, power.exponent);
}

/* 2/sqrt(pi) x e^(-x^2) S, S the series, for |x| < 6. S is e^(x^2) sqrt(pi)/2 erf(x)/x, up to 2^50, so that from 4 on
 * it is made 2^24 times smaller, while e^(x^2) is at least 2^23; S e^(-x^2) <= 1 and dS/dy <= S. */
static inline enclosure fixed_erf(exact_value x, unsigned words) {
  const exact_value leading = fixed_normalize(x);
  const unsigned scale = leading.exponent >= 2 ? 24 : 0;
  const fixed a = fixed_of(words, x.significand, x.exponent), square = fixed_product(&a, &a);
  const uint64_t square_error = words + 14; /* an error of a, if there is one, is below 1 unit */
  const enclosure power = fixed_exp_of(1, square, square_error);
  const fixed y = fixed_times(square, 2), c = fixed_constant(words, fixed_two_over_root_pi);
  const fixed x_leading = fixed_of(words, leading.significand, -63), factor = fixed_product(&x_leading, &c);
  uint64_t count, error;
  fixed product = fixed_series(SERIES_ERF, fixed_right(fixed_integer(words, 1), scale), &y, &count);
  product = fixed_product(&product, &power.value);
  product = fixed_right(product, (unsigned)-power.exponent - scale);
  error = power.error + ((2 * (count + 2 * square_error)) << scale) + words + 2;
  return enclosure_of(x.negative, fixed_product(&product, &factor), 3 * error + 3 * words + 6, leading.exponent);
}

/* ---- log ------------------------------------------------------------------------------------------------------ */

/* x = m 2^k with 3/4 <= m < 3/2, and log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| <= 1/5. x > 0. */
static inline enclosure fixed_log(exact_value x, unsigned words) {
  const exact_value leading = fixed_normalize(x);
  const int halved = leading.significand >= (uint64_t)3 << 62, k = leading.exponent + halved;
  const fixed m = fixed_of(words, leading.significand, -63 - halved), one = fixed_integer(words, 1);
  const fixed sum = fixed_sum(m, &one), inverse = fixed_inverse(&sum);
  const fixed difference = halved ? fixed_difference(one, &m) : fixed_difference(m, &one);
  const fixed s = fixed_product(&difference, &inverse), y = fixed_product(&s, &s);
  const uint32_t size = (uint32_t)(k < 0 ? -k : k);
  const fixed multiple = fixed_times(fixed_constant(words, fixed_ln2), size);
  /* s is off by e, at most half the error of the inverse and a product's; y by half of e and a product's; the atanh by
   * 1.1 e and a fifth of what the series is off by */
  const uint64_t s_error = fixed_inverse_error(words) + words + 1;
  uint64_t count;
  fixed log_m = fixed_series(SERIES_ATANH, one, &y, &count);
  log_m = fixed_times(fixed_product(&log_m, &s), 2);
  {
    const uint64_t error = 4 * s_error + count + 4 * (words + 1) + size;
    if (k == 0) return enclosure_of(halved, log_m, error, 0);
    if ((k < 0) == halved) return enclosure_of(k < 0, fixed_sum(multiple, &log_m), error, 0);
    return enclosure_of(k < 0, fixed_difference(multiple, &log_m), error, 0); /* log 3/2 < ln 2 */
  }
}

/* ---- sin and cos ---------------------------------------------------------------------------------------------- */

/* |x| modulo pi/2, at least 1/2: the fraction of |x| * 2/pi and its integer part modulo 4. Words of 2/pi whose product
 * with the significand is a multiple of 4 are left out, and so are those behind words + 4 others, whose product is
 * below 2^64 * 2^33 * 2^(-32 (words + 4)); with what is cut off at the end, the fraction is less than 2 units too
 * small. */
static inline fixed fixed_reduce(exact_value x, unsigned words, unsigned* quadrant) {
  const unsigned left_out = x.exponent < 2 ? 0 : (unsigned)(x.exponent - 2) / 32, taken = words + 4;
  const uint64_t significand[2] = {x.significand & 0xFFFFFFFFu, x.significand >> 32};
  const unsigned point = (unsigned)((int)(32 * (taken + left_out)) - x.exponent); /* bits of the fraction */
  uint32_t product[FIXED_MOST + 8];
  fixed part = fixed_integer(words, 0);
  unsigned i, k;
  for (k = 0; k < FIXED_MOST + 8; ++k) product[k] = 0;
  for (i = 0; i < 2; ++i) {
    uint64_t carry = 0;
    for (k = 0; k < taken; ++k) {
      carry += significand[i] * fixed_two_over_pi[left_out + taken - k] + product[i + k];
      product[i + k] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + taken] = (uint32_t)carry;
  }
  for (k = 0; k <= words; ++k) { /* the last of these has the integer part */
    const unsigned first = point - 32 * (words - k), at = first / 32;
    part.word[k] = (uint32_t)(((uint64_t)product[at + 1] << 32 | product[at]) >> first % 32);
  }
  *quadrant = part.word[words] % 4;
  part.word[words] = 0;
  return part;
}

/* sin(x + quarter turns). What is left of x has a size r of at most pi/4 and less than words + 5 units of error. */
static inline enclosure fixed_circular(exact_value x, unsigned words, unsigned quarter_turns) {
  const exact_value leading = fixed_normalize(x);
  const int is_small = leading.exponent < -1; /* no turns, and the leading digits of sin are those of x */
  const uint64_t error = words + 5;
  unsigned quadrant = 0;
  int back = 0; /* whether r counts backwards */
  uint64_t count;
  fixed r, y, sum;
  if (is_small) {
    r = fixed_of(words, x.significand, x.exponent);
  } else {
    const fixed half_pi = fixed_constant(words, fixed_half_pi), one = fixed_integer(words, 1);
    r = fixed_reduce(x, words, &quadrant);
    back = r.word[words - 1] >> 31 != 0;
    if (back) r = fixed_difference(one, &r), ++quadrant;
    r = fixed_product(&r, &half_pi);
  }
  back ^= x.negative; /* sin(-a + q) = sin(-(a - q)): */
  if (x.negative) quadrant = 4 - quadrant % 4;
  quadrant += quarter_turns;
  y = fixed_product(&r, &r); /* less than 3 errors off */
  sum = fixed_series(quadrant % 2 == 0 ? SERIES_SIN : SERIES_COS, fixed_integer(words, 1), &y, &count);
  if (quadrant % 2 != 0) return enclosure_of(quadrant % 4 == 3, sum, 2 * count + 2 * error, 0);
  if (is_small) r = fixed_of(words, leading.significand, -63);
  return enclosure_of((quadrant % 4 == 2) ^ back, fixed_product(&sum, &r), 3 * count + 3 * error,
                      is_small ? leading.exponent : 0);
}

static inline enclosure fixed_sin(exact_value x, unsigned words) { return fixed_circular(x, words, 0); }
static inline enclosure fixed_cos(exact_value x, unsigned words) { return fixed_circular(x, words, 1); }

/* ---- acos ----------------------------------------------------------------------------------------------------- */

/* For a = |x| it is 2 atan(t), t = sqrt((1-a)/(1+a)) = d / sqrt(d (1+a)), d = 1-a; pi less that where x is negative.
 * The angle of a t is halved by t / (1 + sqrt(1 + t^2)). |x| <= 1.
 *
 * e being the error of a root: d 4^j and 1+a are off by at most 4 and 1 units, their product by words + 13, the root by
 * e + (words + 13) / 2, t by 4 times as much and words + 5; with words + 2 = e/5 and words >= 6 that is below 8 e. A
 * halving halves what t is off by and adds at most 3 e, so that it is off by 7 e at last, and the arc by 9 e and the
 * series' part. */
static inline enclosure fixed_acos(exact_value x, unsigned words) {
  const fixed one = fixed_integer(words, 1), a = fixed_of(words, x.significand, x.exponent);
  fixed d = fixed_difference(one, &a), t = fixed_sum(one, &a), y;
  unsigned shift = 0, k;
  uint64_t count, error;
  if (fixed_is_zero(&d)) {
    t = d;
  } else {
    shift = (fixed_leading_zeros(&d) - 30) / 2; /* from 1 to 4 the integer part has 31 or 30 */
    d = fixed_left(d, 2 * shift);
    t = fixed_product(&d, &t);
    t = fixed_inverse_root(&t);
    t = fixed_right(fixed_product(&d, &t), shift);
  }
  for (k = 0; k < 2; ++k) {
    y = fixed_product(&t, &t);
    y = fixed_sum(y, &one);
    d = fixed_inverse_root(&y);
    y = fixed_product(&y, &d);
    y = fixed_sum(y, &one);
    y = fixed_inverse(&y);
    t = fixed_product(&t, &y);
  }
  y = fixed_product(&t, &t);
  y = fixed_series(SERIES_ATAN, one, &y, &count);
  t = fixed_times(fixed_product(&t, &y), 8);
  error = 8 * (9 * fixed_root_error(words) + count);
  if (!x.negative) return enclosure_of(0, t, error, 0);
  y = fixed_times(fixed_constant(words, fixed_half_pi), 2);
  return enclosure_of(0, fixed_difference(y, &t), error + 2, 0);
}

#endif
