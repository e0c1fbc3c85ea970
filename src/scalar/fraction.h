/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Products of elements and one quotient of them, exactly: what a quantised result is before its one rounding.
 * A number is a fraction of integers times a power of two, an infinity or a NaN. */
#ifndef ETALON_SCALAR_FRACTION_H
#define ETALON_SCALAR_FRACTION_H

#include <stdint.h>

#include "scalar/binary.h"

/* (-1)^negative * numerator / denominator * 2^exponent, of a kind of exact_value.h */
typedef struct {
  int kind, negative;
  wide numerator;
  uint64_t denominator; /* 0 < denominator < 2^32: no significand of a scale is longer */
  int exponent;
} fraction;

static inline fraction fraction_of(int kind, int negative, wide numerator, uint64_t denominator, int exponent) {
  fraction x;
  x.kind = kind;
  x.negative = negative;
  x.numerator = numerator;
  x.denominator = denominator;
  x.exponent = exponent;
  return x;
}

static inline fraction fraction_of_value(exact_value x) {
  return fraction_of(x.kind, x.negative, wide_of(0, x.significand), 1, x.exponent);
}

static inline int fraction_is_nan(fraction x) { return x.kind == VALUE_NAN || x.kind == VALUE_SIGNALLING; }
static inline int fraction_is_zero(fraction x) {
  return x.kind != VALUE_INFINITE && !fraction_is_nan(x) && x.numerator.high == 0 && x.numerator.low == 0;
}

/* The same number with an odd numerator: products of such numbers are as short as they can be. */
static inline fraction fraction_reduced(fraction x) {
  if (fraction_is_zero(x) || x.numerator.high != 0) return x;
  while (x.numerator.low != 0 && x.numerator.low % 2 == 0) x.numerator.low /= 2, x.exponent += 1;
  return x;
}

/* ---- products and quotients ----------------------------------------------------------------------------------- */

/* The NaN that an operation with a NaN among its operands gives, and the one of an operation without a usual value. */
static inline fraction fraction_pass_nan(fraction a, fraction b, unsigned* events) {
  if (a.kind == VALUE_SIGNALLING || b.kind == VALUE_SIGNALLING) *events |= EVENT_INVALID;
  return fraction_of(VALUE_NAN, 0, wide_of(0, 0), 1, 0);
}
static inline fraction fraction_invalid(unsigned* events) {
  *events |= EVENT_INVALID;
  return fraction_of(VALUE_NAN, 0, wide_of(0, 0), 1, 0);
}

/* a * b, where b is an element, and the numerators have a product of at most 128 bits. */
static inline fraction fraction_mul(fraction a, fraction b, unsigned* events) {
  const int negative = a.negative != b.negative;
  wide product;
  if (fraction_is_nan(a) || fraction_is_nan(b)) return fraction_pass_nan(a, b, events);
  if (a.kind == VALUE_INFINITE || b.kind == VALUE_INFINITE) {
    if (fraction_is_zero(a) || fraction_is_zero(b)) return fraction_invalid(events);
    return fraction_of(VALUE_INFINITE, negative, wide_of(0, 0), 1, 0);
  }
  product = wide_product(a.numerator.low, b.numerator.low);
  product.high += a.numerator.high * b.numerator.low;
  return fraction_of(VALUE_FLOATING, negative, product, a.denominator, a.exponent + b.exponent);
}

/* a / b, where neither is a quotient, and b is an element. */
static inline fraction fraction_div(fraction a, fraction b, unsigned* events) {
  const int negative = a.negative != b.negative;
  if (fraction_is_nan(a) || fraction_is_nan(b)) return fraction_pass_nan(a, b, events);
  if (a.kind == VALUE_INFINITE && b.kind == VALUE_INFINITE) return fraction_invalid(events);
  if (a.kind == VALUE_INFINITE) return fraction_of(VALUE_INFINITE, negative, wide_of(0, 0), 1, 0);
  if (b.kind == VALUE_INFINITE) return fraction_of(VALUE_FLOATING, negative, wide_of(0, 0), 1, 0);
  if (fraction_is_zero(b)) {
    if (fraction_is_zero(a)) return fraction_invalid(events);
    *events |= EVENT_DIVIDE_BY_ZERO;
    return fraction_of(VALUE_INFINITE, negative, wide_of(0, 0), 1, 0);
  }
  return fraction_of(VALUE_FLOATING, negative, a.numerator, b.numerator.low, a.exponent - b.exponent);
}

/* ---- rounded -------------------------------------------------------------------------------------------------- */

/* The quotient rounded down, by a divisor of at most 32 bits; *rest tells whether that lost anything. */
static inline wide wide_quotient_by_half(wide x, uint64_t divisor, int* rest) {
  const uint64_t half = 4294967296; /* 2^32 */
  const uint64_t a = x.high / half, b = a % divisor * half + x.high % half;
  const uint64_t c = b % divisor * half + x.low / half, d = c % divisor * half + x.low % half;
  *rest = d % divisor != 0;
  return wide_of(a / divisor * half + b / divisor, c / divisor * half + d / divisor);
}

/* A finite magnitude with 64 significant bits or more, of which the last says whether there are others. */
static inline binary_exact fraction_magnitude(fraction x) {
  int rest = 0;
  binary_exact y = binary_exact_of(0, x.numerator, x.exponent);
  if (fraction_is_zero(x)) return y;
  y = binary_normalize(y);
  if (x.denominator != 1) y.significand = wide_quotient_by_half(y.significand, x.denominator, &rest);
  y.significand.low |= (uint64_t)rest;
  return y;
}

/* Into a floating-point format, once. */
static inline uint64_t binary_of_fraction(binary_format f, fraction x, unsigned* events) {
  const uint64_t sign = x.negative ? binary_sign_bit(f) : 0;
  binary_exact y;
  if (x.kind == VALUE_SIGNALLING) return binary_invalid(f, events);
  if (x.kind == VALUE_NAN) return binary_nan(f);
  if (x.kind == VALUE_INFINITE) return sign | binary_infinity(f);
  if (fraction_is_zero(x)) return sign;
  y = fraction_magnitude(x);
  y.sign = sign;
  return binary_round(f, y, events);
}

/* The nearest integer, of two the even one, plus a zero point, held between two integers; all are below 2^61 in
 * magnitude. A NaN gives the zero point. Only what is not held raises that it was rounded (QUANTISE-ALL-STEP). */
static inline int64_t fraction_quantised(fraction x, int64_t zero_point, int64_t lowest, int64_t highest,
                                         unsigned* events) {
  const int64_t beyond = (int64_t)1 << 62;
  int64_t size = beyond, sum;
  unsigned rounding = 0;
  if (fraction_is_nan(x)) {
    *events |= x.kind == VALUE_SIGNALLING ? EVENT_NAN | EVENT_INVALID : EVENT_NAN;
    return zero_point;
  }
  if (fraction_is_zero(x)) {
    size = 0;
  } else if (x.kind != VALUE_INFINITE) {
    const binary_exact y = fraction_magnitude(x);
    /* Four times the number, with a last bit that says whether there is more: two bits behind the point decide. */
    if (y.exponent <= -2) {
      const wide quarters = wide_right_sticky(y.significand, (unsigned)(-2 - y.exponent));
      if (quarters.high == 0) {
        const unsigned rest = (unsigned)(quarters.low & 3);
        size = (int64_t)(quarters.low >> 2);
        if (rest == 3 || (rest == 2 && size % 2 != 0)) size += 1;
        rounding = rest == 0 ? 0 : rest == 2 ? EVENT_INEXACT | EVENT_TIE : EVENT_INEXACT;
      }
    }
  }
  sum = (x.negative ? -size : size) + zero_point;
  if (sum < lowest || sum > highest) {
    *events |= EVENT_SATURATED;
    return sum < lowest ? lowest : highest;
  }
  *events |= rounding;
  return sum;
}

#endif
