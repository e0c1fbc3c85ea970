/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. erf of doubles as a pair, with a bound of the relative error, which proofs/pair.py shows. */
#ifndef ETALON_SCALAR_PAIR_ERF_H
#define ETALON_SCALAR_PAIR_ERF_H

#include "scalar/functions/pair_arithmetic.h"
#include "scalar/functions/pair_tables.h"

#define PAIR_ERF_ERROR 0x1.7p-68
#define PAIR_ERF_TO 5.9375 /* of the size */

/* x 2/sqrt(pi) (1 - x^2/3 + x^4/10 - ...) for |x| < 4/64, the first two terms as pairs */
static inline pair pair_small_erf(double x) {
  const double* slope = pair_erf_table[0] + 2; /* 2/sqrt(pi) */
  const pair square = pair_product_of(x, x), third = pair_product(square, pair_of(PAIR_THIRD_1, PAIR_THIRD_2));
  const double y = square.high;
  const double series =
      y * y * (1.0 / 10 - y * (1.0 / 42 - y * (1.0 / 216 - y * (1.0 / 1320 - y * (1.0 / 9360 - y * (1.0 / 75600))))));
  pair factor = pair_ordered_sum(1.0, -third.high);
  factor = pair_ordered_sum(factor.high, factor.low + (series - third.low));
  return pair_product(pair_product(pair_ordered_sum(slope[0], slope[1]), pair_of(x, 0.0)), factor);
}

/* With c the multiple of 1/64 next to |x| and d = |x| - c, erf(c + d) = erf c + erf'(c) (d - c d^2 + ...), the n-th
 * term being (-1)^n H_n(c) d^(n+1) / (n+1)! with the polynomials of Hermite; u_n = (-1)^n H_n(c) d^n / n! follows from
 * the two before it: u_(n+1) = -(2 c d u_n + 2 d^2 u_(n-1)) / (n+1). */
static inline pair pair_erf(double x) {
  static const double inverse[11] = {0,       1,       1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5,
                                     1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9, 1.0 / 10};
  const double size = x < 0 ? -x : x;
  const int j = (int)(size * 64 + 0.5);
  const double *entry = pair_erf_table[j], c = j / 64.0, d = size - c;
  const double cd = 2 * c * d, dd = 2 * d * d;
  double before = -cd, now = 0.5 * (cd * cd - dd), series = now * (1.0 / 3), head, next;
  pair q, sum;
  int n;
  if (j < 4) return pair_small_erf(x); /* where the sum of c's value and the rest would lose relative accuracy */
  for (n = 3; n < 10; ++n) {
    next = -(cd * now + dd * before) * inverse[n];
    series += next * inverse[n + 1];
    before = now, now = next;
  }
  /* the term of d^2 by a head of 22 bits, whose product with c, of 9 bits, is exact */
  head = f64_of_bits((f64_bits(d) + 0x40000000u) & ~(uint64_t)0x7FFFFFFFu);
  q = pair_ordered_sum(d, -(c * (head * head)));
  q.low += d * series - c * ((d - head) * (d + head));

  head = pair_head(q.high);
  sum = pair_ordered_sum(entry[0], entry[2] * head);
  q.low = entry[1] + (entry[2] * (q.high - head) + (entry[3] * q.high + (entry[2] + entry[3]) * q.low));
  sum = pair_ordered_sum(sum.high, sum.low + q.low);
  return x < 0 ? pair_of(-sum.high, -sum.low) : sum;
}

#endif
