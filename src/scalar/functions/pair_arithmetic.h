/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Numbers as unevaluated sums of two doubles, about 106 bits: what the first stage of a function of doubles
 * computes with. All of it needs rounding to nearest and no contraction; it is correct for numbers that neither
 * overflow nor come near the subnormal ones, as the stages take care of. A product whose factors have 26 bits or fewer
 * is exact in one multiplication: tables and arguments are split so that few products need more. */
#ifndef ETALON_SCALAR_PAIR_ARITHMETIC_H
#define ETALON_SCALAR_PAIR_ARITHMETIC_H

#include <math.h>
#include <stdint.h>

#include "scalar/floats.h"

typedef struct {
  double high, low; /* |low| is at most half a unit in the last place of high */
} pair;

static inline pair pair_of(double high, double low) {
  pair x;
  x.high = high;
  x.low = low;
  return x;
}

/* What a stage answers where it does not know: no rounding test passes with a NaN. */
static inline pair pair_unknown(void) { return pair_of(f64_of_bits(0x7FF8000000000000u), 0.0); }

/* a + b exactly, |a| >= |b| or a = 0 */
static inline pair pair_ordered_sum(double a, double b) {
  const double sum = a + b;
  return pair_of(sum, b - (sum - a));
}

/* a + b exactly */
static inline pair pair_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a, of_a = sum - of_b;
  return pair_of(sum, (a - of_a) + (b - of_b));
}

/* x rounded to 26 bits, by integers; x less that has 26 bits as well. */
static inline double pair_head(double x) { return f64_of_bits((f64_bits(x) + 0x4000000u) & ~(uint64_t)0x7FFFFFFu); }

/* a * b exactly: by one fused operation, or by the products of heads and rests, each of which is exact */
static inline pair pair_product_of(double a, double b) {
  const double product = a * b;
#ifdef FP_FAST_FMA
  return pair_of(product, fma(a, b, -product));
#else
  const double a1 = pair_head(a), a2 = a - a1, b1 = pair_head(b), b2 = b - b1;
  return pair_of(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2);
#endif
}

static inline pair pair_product(pair a, pair b) {
  const pair product = pair_product_of(a.high, b.high);
  return pair_ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline pair pair_quotient(pair a, pair b) {
  const double quotient = a.high / b.high;
  const pair taken = pair_product_of(quotient, b.high);
  const double rest = ((a.high - taken.high) - taken.low) + (a.low - quotient * b.low);
  return pair_ordered_sum(quotient, rest / b.high);
}

/* 2^n for a normal power */
static inline double pair_scale(int n) { return f64_of_bits((uint64_t)(n + 1023) << 52); }

#endif
