/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Functions of one argument close to their values, for results of at most 24 bits: near_text.h for one double.
 * x is a number of float, float16 or bfloat16, the processor rounds to nearest. Then the result r of a function f has
 *   |r - f(x)| <= (NEAR_*_ERROR - 2^-52) |f(x)|
 * and f(x) lies between r - NEAR_*_ERROR r and r + NEAR_*_ERROR r, also if those are rounded. proofs/functions.py shows
 * it. Ranges: exp and sigmoid |x| <= 110, log 0 < x, erf |x| < 4, acos |x| <= 1; tanh, sin, cos everywhere. */
#ifndef ETALON_SCALAR_NEAR_H
#define ETALON_SCALAR_NEAR_H

#include <math.h>
#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/functions/near_coefficients.h"
#include "scalar/wide.h"

#define NEAR_RANGE 110.0 /* of exp and sigmoid: beyond, results leave every format but double */
#define NEAR_ERF_MOST 0x1.FFFFFEp+1
#define NEAR_TURN_RANGE 0x1p20

#define NEAR_EXP_ERROR 0x1p-50
#define NEAR_LOG_ERROR 0x1p-49
#define NEAR_SIGMOID_ERROR 0x1p-49
#define NEAR_TANH_ERROR 0x1p-49
#define NEAR_ERF_ERROR 0x1p-50
#define NEAR_SIN_ERROR 0x1p-49
#define NEAR_COS_ERROR 0x1p-49
#define NEAR_ACOS_ERROR 0x1p-50

/* ---- what the text is built from ------------------------------------------------------------------------------- */

typedef double near_number;
typedef double near_whole; /* an integer n as 1.5 2^52 + n: the last bits of its pattern are those of n */
typedef int near_truth;

#define NEAR_TEXT static inline
#define NEAR_WHOLE 0x1.8p52                /* the integer 0 */
#define NEAR_ROOT_HALF 0x3FE6A09E667F3BCDu /* the pattern of sqrt(1/2) */
#define NEAR_ONE 0x3FF0000000000000u

static inline double near_step(double a, double b, double c) { return a * b + c; }
static inline double near_quotient(double a, double b) { return a / b; }
static inline double near_root(double x) { return sqrt(x); }
static inline double near_size(double x) { return f64_of_bits(f64_bits(x) & 0x7FFFFFFFFFFFFFFFu); }
static inline double near_smaller(double a, double b) { return a < b ? a : b; }
static inline double near_signed(double x, double s) {
  return f64_of_bits((f64_bits(x) & 0x7FFFFFFFFFFFFFFFu) | (f64_bits(s) & 0x8000000000000000u));
}
static inline near_truth near_below(double a, double b) { return a < b; }
static inline double near_choice(near_truth which, double a, double b) { return which ? a : b; }

static inline near_whole near_rounded(double x) { return x + NEAR_WHOLE; } /* |x| < 2^50 */
static inline double near_value(near_whole n) { return n - NEAR_WHOLE; }
static inline double near_two_to(near_whole n) { return f64_of_bits((f64_bits(n) << 52) + NEAR_ONE); } /* |n| < 1023 */
static inline near_whole near_next(near_whole n) { return n + 1; }
static inline near_truth near_is_odd(near_whole n) { return (int)(f64_bits(n) & 1); }
static inline double near_turned(double x, near_whole n) { return f64_of_bits(f64_bits(x) ^ (f64_bits(n) >> 1 << 63)); }

/* The pattern moved such that its exponent changes at sqrt(1/2) and sqrt(2). */
static inline uint64_t near_moved(double x) { return f64_bits(x) + (NEAR_ONE - NEAR_ROOT_HALF); }
static inline double near_exponent(double x) { return (double)((int)(near_moved(x) >> 52) - 1023); }
static inline double near_fraction(double x) {
  return f64_of_bits(f64_bits(x) - (near_moved(x) >> 52 << 52) + NEAR_ONE);
}

/* Powers of even and of odd degree in turns, so that neither waits for the other. */
static inline double near_polynomial(double x, double square, const double* c, int degree) {
  double last = c[degree], next = c[degree - 1];
  int i;
  for (i = degree - 2; i >= 0; --i) {
    const double now = near_step(last, square, c[i]);
    last = next, next = now;
  }
  return near_step(last, x, next);
}
static inline double near_piecewise(double x, double square, const double (*c)[8], int degree, near_whole n) {
  const unsigned piece = (unsigned)(f64_bits(n) & 7);
  double last = c[degree][piece], next = c[degree - 1][piece];
  int i;
  for (i = degree - 2; i >= 0; --i) {
    const double now = near_step(last, square, c[i][piece]);
    last = next, next = now;
  }
  return near_step(last, x, next);
}

#include "scalar/functions/near_text.h"
#undef NEAR_TEXT

/* ---- sin, cos of large numbers --------------------------------------------------------------------------------- */

/* x - n pi/2 for |x| >= 2^20. x is an integer m of 24 bits times 2^e: bits of 2/pi that make multiples of 4 with it are
 * left out, the 128 behind them are multiplied by m. What follows them changes less than 2^-101 quarters, and no x has
 * a rest below 2^-32 of them. */
static inline double near_big_turn(double x, near_whole* n) {
  static const uint64_t two_by_pi[5] = {0x00000000A2F9836Eu, 0x4E441529FC2757D1u, 0xF534DDC0DB629599u,
                                        0x3C439041FE5163ABu, 0xDEBBC561B7246E3Au}; /* behind 32 zeros */
  const uint64_t bits = f64_bits(x);
  const int exponent = (int)(bits >> 52 & 2047) - 1046; /* e >= -3 */
  const unsigned skipped = (unsigned)(exponent + 30), word = skipped / 64, bit = skipped % 64;
  const uint64_t m = ((bits & 0x000FFFFFFFFFFFFFu) | 0x0010000000000000u) >> 29;
  const uint64_t high = two_by_pi[word] << bit | two_by_pi[word + 1] >> 1 >> (63 - bit);
  const uint64_t low = two_by_pi[word + 1] << bit | two_by_pi[word + 2] >> 1 >> (63 - bit);
  const wide lower = wide_product(m, low);
  const uint64_t turns = m * high + lower.high;                /* 2^64 of them are four quarters */
  const uint64_t quarters = (turns >> 62) + (turns >> 61 & 1); /* rounded */
  const uint64_t rest = turns << 2 | lower.low >> 62;          /* of a quarter, in two's complement */
  const double size = (rest >> 63 ? -(double)(~rest + 1) : (double)rest) + (double)(lower.low << 2) * 0x1p-64;
  const double r = size * (NEAR_HALF_PI * 0x1p-64);
  *n = NEAR_WHOLE + (double)(bits >> 63 ? -(int)quarters : (int)quarters);
  return bits >> 63 ? -r : r;
}

static inline double near_sin(double x) {
  near_whole n;
  double r;
  if (near_size(x) < NEAR_TURN_RANGE) return near_small_sin(x);
  r = near_big_turn(x, &n);
  return near_sin_of_turn(r, n);
}
static inline double near_cos(double x) {
  near_whole n;
  double r;
  if (near_size(x) < NEAR_TURN_RANGE) return near_small_cos(x);
  r = near_big_turn(x, &n);
  return near_sin_of_turn(r, near_next(n));
}

#endif
