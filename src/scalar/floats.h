/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The formats of the four floating-point types, and float and double by the processor: rounding to nearest
 * (base/fp_environment sees to that), every NaN the one quiet NaN. float16 and bfloat16 have no other arithmetic than
 * that of binary.h. */
#ifndef ETALON_SCALAR_FLOATS_H
#define ETALON_SCALAR_FLOATS_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "scalar/binary.h"
#include "scalar/compiler.h"
#include "scalar/integral.h"
#include "scalar/order.h"

#define FORMAT_FLOAT16 binary_format_of(16, 10)
#define FORMAT_BFLOAT16 binary_format_of(16, 7)
#define FORMAT_FLOAT binary_format_of(32, 23)
#define FORMAT_DOUBLE binary_format_of(64, 52)

static inline uint32_t f32_bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline float f32_of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline uint64_t f64_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline double f64_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline float f32_one_nan(float x) { return x != x ? f32_of_bits(0x7FC00000u) : x; }
static inline double f64_one_nan(double x) { return x != x ? f64_of_bits(0x7FF8000000000000u) : x; }

static inline float f32_add(float a, float b) { return f32_one_nan(a + b); }
static inline float f32_sub(float a, float b) { return f32_one_nan(a - b); }
static inline float f32_mul(float a, float b) { return f32_one_nan(a * b); }
static inline float f32_div(float a, float b) { return f32_one_nan(a / b); }
static inline double f64_add(double a, double b) { return f64_one_nan(a + b); }
static inline double f64_sub(double a, double b) { return f64_one_nan(a - b); }
static inline double f64_mul(double a, double b) { return f64_one_nan(a * b); }
static inline double f64_div(double a, double b) { return f64_one_nan(a / b); }

/* The processor's square root is rounded correctly, as IEEE 754 wants of it. */
static inline float f32_sqrt(float a) { return f32_one_nan(sqrtf(a)); }
static inline double f64_sqrt(double a) { return f64_one_nan(sqrt(a)); }

static inline int f32_less(float a, float b) { return a < b; }
static inline int f64_less(double a, double b) { return a < b; }
static inline int f32_equal(float a, float b) { return a == b; }
static inline int f64_equal(double a, double b) { return a == b; }
static inline int f32_less_or_equal(float a, float b) { return a <= b; }
static inline int f64_less_or_equal(double a, double b) { return a <= b; }
static inline float f32_negate(float a) { return f32_one_nan(-a); }
static inline double f64_negate(double a) { return f64_one_nan(-a); }
static inline float f32_abs(float a) { return f32_one_nan(f32_of_bits(f32_bits(a) & 0x7FFFFFFFu)); }
static inline double f64_abs(double a) { return f64_one_nan(f64_of_bits(f64_bits(a) & 0x7FFFFFFFFFFFFFFFu)); }

/* Integers by the integer text: which functions of the C library are one instruction depends on the processor. */
static inline float f32_integral(float a, int direction) {
  unsigned events = 0;
  return f32_of_bits((uint32_t)binary_integral(FORMAT_FLOAT, f32_bits(a), direction, &events));
}
static inline double f64_integral(double a, int direction) {
  unsigned events = 0;
  return f64_of_bits(binary_integral(FORMAT_DOUBLE, f64_bits(a), direction, &events));
}
static inline float f32_floor(float a) { return f32_integral(a, TOWARD_MINUS_INFINITY); }
static inline float f32_ceil(float a) { return f32_integral(a, TOWARD_PLUS_INFINITY); }
static inline float f32_nearest(float a) { return f32_integral(a, TOWARD_NEAREST_EVEN); }
static inline double f64_floor(double a) { return f64_integral(a, TOWARD_MINUS_INFINITY); }
static inline double f64_ceil(double a) { return f64_integral(a, TOWARD_PLUS_INFINITY); }
static inline double f64_nearest(double a) { return f64_integral(a, TOWARD_NEAREST_EVEN); }

/* Equal numbers have equal bits unless they are zeros of both signs: "and" then gives +0, "or" -0. */
static inline float f32_max(float a, float b) {
  if (a == b) return f32_of_bits(f32_bits(a) & f32_bits(b));
  return a < b ? b : a > b ? a : f32_of_bits(0x7FC00000u);
}
static inline float f32_min(float a, float b) {
  if (a == b) return f32_of_bits(f32_bits(a) | f32_bits(b));
  return a < b ? a : a > b ? b : f32_of_bits(0x7FC00000u);
}
static inline double f64_max(double a, double b) {
  if (a == b) return f64_of_bits(f64_bits(a) & f64_bits(b));
  return a < b ? b : a > b ? a : f64_of_bits(0x7FF8000000000000u);
}
static inline double f64_min(double a, double b) {
  if (a == b) return f64_of_bits(f64_bits(a) | f64_bits(b));
  return a < b ? a : a > b ? b : f64_of_bits(0x7FF8000000000000u);
}

/* a*b + c rounded once, where any NaN may come out: by the processor where the compiler says it has a fast fused
 * multiply-add (FP_FAST_FMA), else without one: C libraries exist whose fma rounds twice. */
#ifdef FP_FAST_FMAF
static inline float f32_times_plus(float a, float b, float c) { return fmaf(a, b, c); }
#else
/* By doubles. The product is exact; what is lost of the sum is known (Knuth's TwoSum); the sum is then made odd where
 * something is, so that the one rounding to float sees it (Boldo and Melquiond: 53 bits are two more than 24, and
 * more). A compiler that contracts changes nothing here. */
static inline float f32_times_plus(float a, float b, float c) {
  const double product = (double)a * (double)b, sum = product + (double)c, part = sum - product;
  const double rest = (product - (sum - part)) + ((double)c - part);
  uint64_t bits = f64_bits(sum);
  if (rest != 0 && sum - sum == 0 && bits % 2 == 0) bits = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
  return (float)f64_of_bits(bits);
}
#endif
#ifdef FP_FAST_FMA
static inline double f64_times_plus(double a, double b, double c) { return fma(a, b, c); }
#else
static inline double f64_times_plus(double a, double b, double c) {
  unsigned events = 0;
  return f64_of_bits(binary_fma(FORMAT_DOUBLE, f64_bits(a), f64_bits(b), f64_bits(c), &events));
}
#endif
static inline float f32_fma(float a, float b, float c) { return f32_one_nan(f32_times_plus(a, b, c)); }
static inline double f64_fma(double a, double b, double c) { return f64_one_nan(f64_times_plus(a, b, c)); }

#endif
