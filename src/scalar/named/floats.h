/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of float and double: those of scalar/floats.h, and these. */
#ifndef ETALON_SCALAR_NAMED_FLOATS_H
#define ETALON_SCALAR_NAMED_FLOATS_H

#include <math.h>
#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/named/types.h"
#include "scalar/root.h"

#define NAMED_ROW(P, type, word, format)                                                                   \
  static inline int P##_is_nan(type x) { return x != x; }                                                  \
  static inline int P##_is_lowest(type x) {                                                                \
    return P##_bits(x) == (binary_sign_bit(format) | binary_infinity(format));                             \
  }                                                                                                        \
  static inline type P##_root_of_squares(type a) { return P##_sqrt(a); }                                   \
  /* b where it is beyond a, else a: zeros are alike, and a b that is a NaN is beyond nothing. */          \
  static inline type P##_larger(type a, type b) { return P##_less(a, b) ? b : P##_one_nan(a); }            \
  static inline type P##_smaller(type a, type b) { return P##_less(b, a) ? b : P##_one_nan(a); }           \
  /* a < b of two numbers, but -0 is below +0. */                                                          \
  static inline int P##_below(type a, type b) {                                                            \
    return binary_rank(format, P##_bits(a)) < binary_rank(format, P##_bits(b));                            \
  }                                                                                                        \
  /* Whether x takes the lead; NaNs are larger than all numbers, and smaller. Both are quiet. */           \
  static inline int P##_leads(type x, type best, int wanted, int tie) {                                    \
    const type low = wanted == WANTED_LARGEST ? best : x, high = wanted == WANTED_LARGEST ? x : best;      \
    if (P##_is_nan(x) || P##_is_nan(best)) return P##_is_nan(x) && (tie == TIE_LAST || !P##_is_nan(best)); \
    if (tie == TIE_LAST) return !P##_less(high, low);                                                      \
    return tie == TIE_SAME_BITS ? P##_below(low, high) : P##_less(low, high);                              \
  }                                                                                                        \
  /* a / n, where the count n is exact */                                                                  \
  static inline type P##_div_count(type a, int64_t n) {                                                    \
    unsigned events = 0;                                                                                   \
    return P##_of_bits((word)binary_div_count(format, P##_bits(a), (uint64_t)n, &events));                 \
  }                                                                                                        \
  static inline type P##_of_place(int64_t i) { return (type)(double)i; }
NAMED_NATIVE(NAMED_ROW)
#undef NAMED_ROW

/* ---- where any NaN may come out --------------------------------------------------------------------------------- */

#define NAMED_ROW(P, type, root, times_plus)                       \
  static inline type P##_add_any(type a, type b) { return a + b; } \
  static inline type P##_sub_any(type a, type b) { return a - b; } \
  static inline type P##_mul_any(type a, type b) { return a * b; } \
  static inline type P##_div_any(type a, type b) { return a / b; } \
  static inline type P##_sqrt_any(type a) { return root(a); }      \
  static inline type P##_fma_any(type a, type b, type c) { return times_plus(a, b, c); }
NAMED_ROW(f32, float, sqrtf, f32_times_plus)
NAMED_ROW(f64, double, sqrt, f64_times_plus)
#undef NAMED_ROW

static inline double f64_of_f32_any(float x) { return (double)x; }
static inline float f32_of_f64_any(double x) { return (float)x; }

#endif
