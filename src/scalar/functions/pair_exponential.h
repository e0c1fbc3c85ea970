/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. exp, log, sigmoid and tanh of doubles as pairs, with a bound of the relative error each, which
 * proofs/pair.py shows. Arguments are those that the rounding test is for: no zeros, infinities, NaNs, nor arguments
 * outside the stated range. Where nothing else is said an argument may have any size that a normal number can have. */
#ifndef ETALON_SCALAR_PAIR_EXPONENTIAL_H
#define ETALON_SCALAR_PAIR_EXPONENTIAL_H

#include <stdint.h>

#include "scalar/functions/pair_arithmetic.h"
#include "scalar/functions/pair_tables.h"

#define PAIR_EXP_ERROR 0x1.8p-78
#define PAIR_EXP_FROM (-670.0) /* below that the pair would be too near the subnormal numbers */
#define PAIR_EXP_TO 709.75
#define PAIR_LOG_ERROR 0x1.1p-69
#define PAIR_FINE_LOG_ERROR 0x1.cp-80
#define PAIR_SIGMOID_ERROR 0x1.8p-77
#define PAIR_SIGMOID_FROM (-670.0)
#define PAIR_SIGMOID_TO 670.0
#define PAIR_TANH_ERROR 0x1.bp-69
#define PAIR_TANH_TO 40.0 /* of the size */

/* ---- exponentials --------------------------------------------------------------------------------------------- */

/* 2^exponent (first + rest), first having 26 bits: what both e^x and e^x - 1 are made of. rest is not normalised. */
typedef struct {
  double first;
  pair rest;
  int exponent;
} pair_power;

/* e^(x + tail) for |x| < 746 and a tail of at most half a unit of x. With n steps of ln 2 / 256 taken off, a rest r of
 * at most 2^-9.5 is left, and e^(x + tail) = 2^(n/256) (1 + (e^r - 1)). */
static inline pair_power pair_exp_parts(double x, double tail) {
  const double steps = (x * PAIR_STEPS_OF_LN2 + 0x1.8p52) - 0x1.8p52; /* to nearest integer */
  const int n = (int)steps, j = (int)((unsigned)n & 255);
  const double first = pair_exp_table[j][0], second = pair_exp_table[j][1];
  pair_power power;
  pair r, less_one;
  double head, cube, tails, square;

  r = pair_sum(x - steps * PAIR_LN2_STEP_1, tail - steps * PAIR_LN2_STEP_2);
  r.low -= steps * PAIR_LN2_STEP_3;

  /* e^r - 1 = r + r^2/2 + ...: the square by its exact head */
  head = pair_head(r.high);
  square = r.high * r.high;
  cube = square * r.high *
         ((1.0 / 6 + r.high * (1.0 / 24)) + square * ((1.0 / 120 + r.high * (1.0 / 720)) + square * (1.0 / 5040)));
  tails = (r.low + r.low * r.high) + 0.5 * (r.high - head) * (r.high + head);
  less_one = pair_ordered_sum(r.high, 0.5 * head * head);
  less_one.low += tails + cube;

  head = pair_head(less_one.high);
  power.first = first;
  power.rest.high = first * head;
  power.rest.low =
      second + (first * (less_one.high - head) + (second * less_one.high + (first + second) * less_one.low));
  power.exponent = (n - j) / 256;
  return power;
}

/* e^(x + tail) = 2^*exponent times the result, which lies about [1, 2) */
static inline pair pair_exp_scaled(double x, double tail, int* exponent) {
  const pair_power power = pair_exp_parts(x, tail);
  const pair sum = pair_ordered_sum(power.first, power.rest.high);
  *exponent = power.exponent;
  return pair_ordered_sum(sum.high, sum.low + power.rest.low);
}

static inline pair pair_exp(double x) {
  int exponent;
  const pair result = pair_exp_scaled(x, 0.0, &exponent);
  /* in two steps, since 2^1024 is no number */
  const double half = pair_scale(exponent - 1);
  return pair_of(result.high * half * 2, result.low * half * 2);
}

/* 1 / (1 + e^-x), below zero as e^x / (1 + e^x) */
static inline pair pair_sigmoid(double x) {
  const pair power = pair_exp(x < 0 ? x : -x);
  pair divisor = pair_ordered_sum(1.0, power.high);
  divisor = pair_ordered_sum(divisor.high, divisor.low + power.low);
  return pair_quotient(x < 0 ? power : pair_of(1.0, 0.0), divisor);
}

/* (e^2x - 1) / (e^2x + 1), the numerator without cancellation since the first part of the power has 26 bits */
static inline pair pair_tanh(double x) {
  const double size = x < 0 ? -x : x;
  const pair_power power = pair_exp_parts(2 * size, 0.0);
  const double scale = pair_scale(power.exponent);
  const pair whole = pair_sum(power.first * scale, -1.0);
  pair numerator = pair_ordered_sum(whole.high, power.rest.high * scale), divisor, quotient;
  numerator = pair_ordered_sum(numerator.high, numerator.low + (whole.low + power.rest.low * scale));
  divisor = pair_sum(numerator.high, 2.0);
  divisor = pair_ordered_sum(divisor.high, divisor.low + numerator.low);
  quotient = pair_quotient(numerator, divisor);
  return x < 0 ? pair_of(-quotient.high, -quotient.low) : quotient;
}

/* ---- logarithms ----------------------------------------------------------------------------------------------- */

/* log x = whole + small + log(1 + r) for a positive number: whole is exact, small below 2^-32, r exact and about 2^-8.5
 * at most. Next to 1 whole and small are zero, elsewhere |whole| is more than |r|. */
typedef struct {
  double whole, small;
  pair r;
} pair_log_parts;

static inline pair_log_parts pair_log_reduced(double x) {
  const uint64_t below = 0x3FE6A09E667F3BCDu, one = 0x3FF0000000000000u; /* sqrt(1/2), 1 */
  const int tiny = x < 0x1p-1022;
  const uint64_t bits = f64_bits(tiny ? x * 0x1p54 : x) + (one - below);
  const double k = (double)((int)(bits >> 52) - 1023 - (tiny ? 54 : 0));
  const double m = f64_of_bits((bits & 0xFFFFFFFFFFFFFu) + below); /* from sqrt(1/2) to sqrt(2) */
  const int j = (int)(m * 256 + 0.5) - 181;
  const double factor = pair_log_table[j][0], head = pair_head(m);
  pair_log_parts parts;
  parts.whole = k * PAIR_LN2_1 + pair_log_table[j][1];
  parts.small = k * PAIR_LN2_2 + pair_log_table[j][2];
  parts.r = pair_sum(head * factor - 1, (m - head) * factor);
  return parts;
}

static inline pair pair_log(double x) {
  const pair_log_parts parts = pair_log_reduced(x);
  const pair r = parts.r, sum = pair_ordered_sum(parts.whole, r.high);
  const double head = pair_head(r.high), square = r.high * r.high;
  const pair less = pair_ordered_sum(sum.high, -0.5 * head * head);
  const double cube =
      square * r.high *
      ((1.0 / 3 - r.high * (1.0 / 4)) +
       square * ((1.0 / 5 - r.high * (1.0 / 6)) + square * ((1.0 / 7 - r.high * (1.0 / 8)) + square * (1.0 / 9))));
  const double tails = (r.low - r.low * r.high) - 0.5 * (r.high - head) * (r.high + head);
  return pair_ordered_sum(less.high, (less.low + sum.low) + ((parts.small + tails) + cube));
}

/* The same with ten bits more, by taking the cube as a pair: what a power needs, whose exponent enlarges the error. */
static inline pair pair_fine_log(double x) {
  const pair_log_parts parts = pair_log_reduced(x);
  const pair r = parts.r, sum = pair_ordered_sum(parts.whole, r.high);
  const double head = pair_head(r.high), square = r.high * r.high;
  const double square_rest = (r.high - head) * (r.high + head) + 2 * r.high * r.low;
  const pair less = pair_ordered_sum(sum.high, -0.5 * head * head);
  const double series =
      square * ((1.0 / 5 - r.high * (1.0 / 6)) + square * ((1.0 / 7 - r.high * (1.0 / 8)) + square * (1.0 / 9))) -
      r.high * (1.0 / 4);
  pair cube = pair_ordered_sum(PAIR_THIRD_1, series), total;
  cube = pair_product(pair_of(head * head, square_rest), pair_product(r, pair_of(cube.high, cube.low + PAIR_THIRD_2)));
  total = pair_ordered_sum(less.high, cube.high);
  return pair_ordered_sum(total.high,
                          (total.low + less.low + sum.low) + ((parts.small + (r.low - 0.5 * square_rest)) + cube.low));
}

#endif
