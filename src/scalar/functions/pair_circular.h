/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. sin, cos and acos of doubles as pairs, with a bound of the relative error each, which proofs/pair.py shows.
 * Arguments as in pair_exponential.h. */
#ifndef ETALON_SCALAR_PAIR_CIRCULAR_H
#define ETALON_SCALAR_PAIR_CIRCULAR_H

#include <stdint.h>

#include "scalar/functions/pair_arithmetic.h"
#include "scalar/functions/pair_tables.h"

#define PAIR_SIN_ERROR 0x1.7p-67
#define PAIR_COS_ERROR 0x1.7p-67
#define PAIR_CIRCLE_TO 0x1p20 /* of the size of an argument of sin and cos; beyond that the answer is unknown */
#define PAIR_ACOS_ERROR 0x1.5p-68

/* The sine of `steps` times pi/512, as 26 bits and the rest. */
static inline pair pair_sine_of_steps(unsigned steps) {
  const unsigned quarter = steps / 256 % 4, within = steps % 256;
  const double* entry = pair_sine_table[quarter % 2 == 0 ? within : 256 - within];
  return quarter < 2 ? pair_of(entry[0], entry[1]) : pair_of(-entry[0], -entry[1]);
}

/* The sine of x, at most PAIR_CIRCLE_TO in size, plus so many quarters of a turn. With n steps of pi/512 taken off, a
 * rest r of at most 2^-8.3 is left: sin(a + r) = sin a + cos a r + (sin a (cos r - 1) + cos a (sin r - r)), the first
 * sum in pairs. */
static inline pair pair_sine(double x, unsigned quarters) {
  const double steps = (x * PAIR_STEPS_OF_PI + 0x1.8p52) - 0x1.8p52; /* to nearest integer */
  const unsigned n = (unsigned)(int)steps + 256 * quarters;
  const pair sine = pair_sine_of_steps(n), cosine = pair_sine_of_steps(n + 256);
  pair r, first, sum;
  double head, square, less_one, less_r, rest;

  first = pair_sum(x - steps * PAIR_PI_STEP_1, -steps * PAIR_PI_STEP_2);
  r = pair_sum(first.high, -steps * PAIR_PI_STEP_3);
  r = pair_sum(r.high, (first.low + r.low) - steps * PAIR_PI_STEP_4);
  /* next to a zero of the function that is not 0 itself, r is all there is, and it must keep its relative accuracy */
  if (n % 512 == 0 && steps != 0 && r.high > -0x1p-36 && r.high < 0x1p-36) return pair_unknown();

  square = r.high * r.high;
  less_one = square * (-1.0 / 2 + square * (1.0 / 24 - square * (1.0 / 720))) - r.high * r.low;
  less_r = square * r.high * (-1.0 / 6 + square * (1.0 / 120 - square * (1.0 / 5040)));
  head = pair_head(r.high);
  sum = pair_ordered_sum(sine.high, cosine.high * head);
  rest = (sine.high + sine.low) * less_one + (cosine.high + cosine.low) * less_r;
  rest += sine.low + (cosine.high * (r.high - head) + (cosine.low * r.high + cosine.high * r.low));
  return pair_ordered_sum(sum.high, sum.low + rest);
}

static inline pair pair_sin(double x) {
  return x >= -PAIR_CIRCLE_TO && x <= PAIR_CIRCLE_TO ? pair_sine(x, 0) : pair_unknown();
}
static inline pair pair_cos(double x) {
  return x >= -PAIR_CIRCLE_TO && x <= PAIR_CIRCLE_TO ? pair_sine(x, 1) : pair_unknown();
}

/* |x| < 1. With y = sqrt(1 - x^2) and an angle a of whole steps next to the result, which is a + d, sin d = y cos a -
 * x sin a. The angle comes from a known approximation of acos by sqrt(1-x) times a polynomial, good to 7e-5 (Abramowitz
 * and Stegun 4.4.45). */
static inline pair pair_acos(double x) {
  const double size = x < 0 ? -x : x;
  const double guess = sqrt(1 - size) * (1.5707288 + size * (-0.2121144 + size * (0.0742610 - size * 0.0187293)));
  const unsigned acute = (unsigned)(int)(guess * PAIR_STEPS_OF_PI + 0.5), n = x < 0 ? 512 - acute : acute;
  const pair sine = pair_sine_of_steps(n), cosine = pair_sine_of_steps(n + 256), xx = pair_product_of(x, x);
  pair y = pair_sum(1.0, -xx.high), left, right, d, angle, sum;
  double root, square, taken;

  y = pair_ordered_sum(y.high, y.low - xx.low);
  root = sqrt(y.high);
  d = pair_product_of(root, root);
  taken = ((y.high - d.high) - d.low) + y.low;
  y = pair_ordered_sum(root, taken / (2 * root));

  left = pair_product(y, pair_ordered_sum(cosine.high, cosine.low));
  right = pair_product(pair_of(x, 0.0), pair_ordered_sum(sine.high, sine.low));
  d = pair_sum(left.high, -right.high);
  d = pair_sum(d.high, d.low + (left.low - right.low)); /* nothing may be left of the high part */

  square = d.high * d.high;
  d.low += square * d.high * (1.0 / 6 + square * (3.0 / 40 + square * (15.0 / 336 + square * (105.0 / 3456))));
  angle = pair_sum(n * PAIR_PI_STEP_1, n * PAIR_PI_STEP_2);
  sum = pair_ordered_sum(angle.high, d.high);
  return pair_ordered_sum(sum.high, sum.low + (angle.low + (n * PAIR_PI_STEP_3 + d.low)));
}

#endif
