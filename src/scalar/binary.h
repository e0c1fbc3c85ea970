/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. IEEE 754 binary arithmetic on bit patterns, with integers only: immune to rounding modes, flushing and
 * contraction. One text for all formats; the format is a parameter that folds away. Every operation makes its exact
 * result (or that with a sticky last bit) and ends in the one rounding function. Results are roundTiesToEven, every NaN
 * is the one quiet NaN of the format, and the events of the operation are added to *events. */
#ifndef ETALON_SCALAR_BINARY_H
#define ETALON_SCALAR_BINARY_H

#include <stdint.h>

#include "scalar/events.h"
#include "scalar/exact_value.h"
#include "scalar/wide.h"

typedef struct {
  unsigned bits, fraction; /* of the pattern; of the stored significand */
} binary_format;

/* float16 is {16, 10}, bfloat16 {16, 7}, float {32, 23}, double {64, 52}. */
static inline binary_format binary_format_of(unsigned bits, unsigned fraction) {
  binary_format f;
  f.bits = bits;
  f.fraction = fraction;
  return f;
}

/* ---- patterns ------------------------------------------------------------------------------------------------- */

static inline uint64_t binary_sign_bit(binary_format f) { return (uint64_t)1 << (f.bits - 1); }
static inline uint64_t binary_infinity(binary_format f) { return binary_sign_bit(f) - ((uint64_t)1 << f.fraction); }
static inline uint64_t binary_quiet_bit(binary_format f) { return (uint64_t)1 << (f.fraction - 1); }
static inline uint64_t binary_nan(binary_format f) { return binary_infinity(f) | binary_quiet_bit(f); }
static inline uint64_t binary_magnitude(binary_format f, uint64_t x) { return x & (binary_sign_bit(f) - 1); }
static inline uint64_t binary_sign(binary_format f, uint64_t x) { return x & binary_sign_bit(f); }
static inline int binary_is_nan(binary_format f, uint64_t x) { return binary_magnitude(f, x) > binary_infinity(f); }
static inline int binary_is_infinite(binary_format f, uint64_t x) {
  return binary_magnitude(f, x) == binary_infinity(f);
}
static inline int binary_is_zero(binary_format f, uint64_t x) { return binary_magnitude(f, x) == 0; }
static inline int binary_is_signalling(binary_format f, uint64_t x) {
  return binary_is_nan(f, x) && (x & binary_quiet_bit(f)) == 0;
}
static inline int binary_bias(binary_format f) { return (1 << (f.bits - f.fraction - 2)) - 1; }

/* The NaN of an operation that has no usual value. */
static inline uint64_t binary_invalid(binary_format f, unsigned* events) {
  *events |= EVENT_INVALID;
  return binary_nan(f);
}

/* ---- exact values --------------------------------------------------------------------------------------------- */

/* sign * significand * 2^exponent, sign being the pattern's sign bit. */
typedef struct {
  uint64_t sign;
  wide significand;
  int exponent;
} binary_exact;

static inline binary_exact binary_exact_of(uint64_t sign, wide significand, int exponent) {
  binary_exact x;
  x.sign = sign;
  x.significand = significand;
  x.exponent = exponent;
  return x;
}

/* The value of a finite pattern. */
static inline binary_exact binary_unpack(binary_format f, uint64_t x) {
  const uint64_t magnitude = binary_magnitude(f, x), field = magnitude >> f.fraction;
  const uint64_t hidden = (uint64_t)1 << f.fraction, fraction = magnitude & (hidden - 1);
  const int lowest = 1 - binary_bias(f) - (int)f.fraction; /* exponent of the smallest subnormal */
  return binary_exact_of(binary_sign(f, x), wide_of(0, field == 0 ? fraction : fraction | hidden),
                         field == 0 ? lowest : lowest + (int)field - 1);
}

/* The same value with the highest one of its non-zero significand at bit 126: room for one carry. */
static inline binary_exact binary_normalize(binary_exact x) {
  unsigned shift;
  if (x.significand.high == 0) x.significand = wide_of(x.significand.low, 0), x.exponent -= 64;
  shift = leading_zeros(x.significand.high);
  if (shift == 0) return binary_exact_of(x.sign, wide_right_sticky(x.significand, 1), x.exponent + 1);
  return binary_exact_of(x.sign, wide_left(x.significand, shift - 1), x.exponent - (int)(shift - 1));
}

/* The one rounding function. x is not zero; its lowest bit may be sticky if it has two bits more than the format. */
static inline uint64_t binary_round(binary_format f, binary_exact x, unsigned* events) {
  const unsigned precision = f.fraction + 1;
  const int smallest = 1 - binary_bias(f); /* exponent of the smallest normal number */
  uint64_t significand, kept, rest, half, result;
  unsigned drop;
  int top, tiny;

  /* 64 bits with the highest one at bit 63 and everything below in the sticky bit */
  if (x.significand.high == 0) x.significand = wide_of(x.significand.low, 0), x.exponent -= 64;
  drop = leading_zeros(x.significand.high);
  x.significand = wide_left(x.significand, drop);
  significand = x.significand.high | (x.significand.low != 0);
  top = x.exponent - (int)drop + 127; /* the value lies in [2^top, 2^(top+1)) */

  /* how many bits the format has no room for: more where the result is subnormal */
  drop = 64 - precision;
  if (top < smallest) drop = smallest - top > (int)precision ? 65 : drop + (unsigned)(smallest - top);
  if (drop > 64) {
    kept = 0, rest = 1, half = 2; /* less than half the smallest subnormal */
  } else if (drop == 64) {
    kept = 0, rest = significand, half = (uint64_t)1 << 63;
  } else {
    kept = significand >> drop, rest = significand & (((uint64_t)1 << drop) - 1), half = (uint64_t)1 << (drop - 1);
  }

  /* the hidden bit in `kept` adds the one that is missing in the exponent field, and a carry moves up by itself */
  result = top < smallest ? kept : ((uint64_t)(top + binary_bias(f) - 1) << f.fraction) + kept;
  if (top > binary_bias(f))
    result = binary_infinity(f);
  else
    result += rest > half || (rest == half && (kept & 1) != 0);

  if (result >= binary_infinity(f)) {
    *events |= EVENT_OVERFLOW | EVENT_INEXACT;
    return x.sign | binary_infinity(f);
  }
  if (rest != 0) {
    /* with an unbounded exponent only an all-ones significand just below would round up to the smallest normal */
    tiny =
        top < smallest && !(top == smallest - 1 && significand >> (63 - precision) == ((uint64_t)2 << precision) - 1);
    *events |= tiny ? EVENT_INEXACT | EVENT_UNDERFLOW : EVENT_INEXACT;
  }
  return x.sign | result;
}

/* The rounded sum of two exact values; a zero has the sign of both or is +0. */
static inline uint64_t binary_sum(binary_format f, binary_exact a, binary_exact b, unsigned* events) {
  const int a_zero = a.significand.high == 0 && a.significand.low == 0;
  const int b_zero = b.significand.high == 0 && b.significand.low == 0;
  binary_exact larger, smaller;
  unsigned distance;
  if (a_zero && b_zero) return a.sign & b.sign;
  if (a_zero) return binary_round(f, b, events);
  if (b_zero) return binary_round(f, a, events);

  a = binary_normalize(a);
  b = binary_normalize(b);
  larger = a, smaller = b;
  if (a.exponent < b.exponent || (a.exponent == b.exponent && wide_less(a.significand, b.significand)))
    larger = b, smaller = a;
  /* Bits are lost here only where the distance is more than 20, so that at most one leading bit can cancel. */
  distance = larger.exponent - smaller.exponent > 128 ? 128 : (unsigned)(larger.exponent - smaller.exponent);
  smaller.significand = wide_right_sticky(smaller.significand, distance);

  if (larger.sign == smaller.sign) {
    larger.significand = wide_sum(larger.significand, smaller.significand);
  } else {
    larger.significand = wide_difference(larger.significand, smaller.significand);
    if (larger.significand.high == 0 && larger.significand.low == 0) return 0;
  }
  return binary_round(f, larger, events);
}

/* ---- operations ----------------------------------------------------------------------------------------------- */

/* The NaN when an operand is one; invalid if one is signalling. */
static inline uint64_t binary_pass_nan(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  if (binary_is_signalling(f, a) || binary_is_signalling(f, b)) *events |= EVENT_INVALID;
  return binary_nan(f);
}

static inline uint64_t binary_mul(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  const uint64_t sign = binary_sign(f, a ^ b);
  binary_exact x, y;
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events);
  if (binary_is_infinite(f, a) || binary_is_infinite(f, b))
    return binary_is_zero(f, a) || binary_is_zero(f, b) ? binary_invalid(f, events) : sign | binary_infinity(f);
  if (binary_is_zero(f, a) || binary_is_zero(f, b)) return sign;
  x = binary_unpack(f, a);
  y = binary_unpack(f, b);
  x.significand = wide_product(x.significand.low, y.significand.low);
  return binary_round(f, binary_exact_of(sign, x.significand, x.exponent + y.exponent), events);
}

static inline uint64_t binary_add(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events);
  if (binary_is_infinite(f, a)) return binary_is_infinite(f, b) && a != b ? binary_invalid(f, events) : a;
  if (binary_is_infinite(f, b)) return b;
  return binary_sum(f, binary_unpack(f, a), binary_unpack(f, b), events);
}

static inline uint64_t binary_sub(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  return binary_add(f, a, b ^ binary_sign_bit(f), events);
}

static inline uint64_t binary_div(binary_format f, uint64_t a, uint64_t b, unsigned* events) {
  const uint64_t sign = binary_sign(f, a ^ b);
  binary_exact x, y;
  uint64_t numerator, divisor, quotient, remainder;
  unsigned bits;
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) return binary_pass_nan(f, a, b, events);
  if (binary_is_infinite(f, a)) return binary_is_infinite(f, b) ? binary_invalid(f, events) : sign | binary_infinity(f);
  if (binary_is_infinite(f, b)) return sign;
  if (binary_is_zero(f, b)) {
    if (binary_is_zero(f, a)) return binary_invalid(f, events);
    *events |= EVENT_DIVIDE_BY_ZERO;
    return sign | binary_infinity(f);
  }
  if (binary_is_zero(f, a)) return sign;

  /* both significands with the highest one at bit 52, so that the quotient lies in (1/2, 2) */
  x = binary_normalize(binary_unpack(f, a));
  y = binary_normalize(binary_unpack(f, b));
  numerator = x.significand.high >> 10;
  divisor = y.significand.high >> 10;
  quotient = numerator / divisor;
  remainder = numerator % divisor;
  /* eleven bits per step, the most that a 53-bit remainder leaves room for, until the format and two more are there */
  for (bits = 0; bits < f.fraction + 3; bits += 11) {
    quotient = (quotient << 11) + (remainder << 11) / divisor;
    remainder = (remainder << 11) % divisor;
  }
  quotient |= remainder != 0;
  return binary_round(f, binary_exact_of(sign, wide_of(0, quotient), x.exponent - y.exponent - (int)bits), events);
}

/* The square root: one digit after the other, as on paper. The remainder is at most twice the root, which has 55 digits
 * at most, so that both are words. A root is a normal number or a zero: nothing overflows or underflows. */
static inline uint64_t binary_sqrt(binary_format f, uint64_t x, unsigned* events) {
  binary_exact value;
  uint64_t digits, root = 0, remainder = 0;
  unsigned n;
  if (binary_is_nan(f, x)) return binary_pass_nan(f, x, x, events);
  if (binary_is_zero(f, x)) return x; /* also -0 */
  if (binary_sign(f, x) != 0) return binary_invalid(f, events);
  if (binary_is_infinite(f, x)) return x;

  /* the highest one at bit 62, or at bit 63 where that makes the exponent even: the first two digits are not zero */
  value = binary_normalize(binary_unpack(f, x));
  digits = value.significand.high; /* of the lower word no format has a bit */
  if (value.exponent % 2 != 0) digits *= 2, --value.exponent;
  for (n = 0; n < f.fraction + 3; ++n) {
    remainder = remainder * 4 + (digits >> 62);
    digits <<= 2;
    root *= 2;
    if (remainder > 2 * root) remainder -= 2 * root + 1, ++root;
  }
  root |= remainder != 0;
  return binary_round(f, binary_exact_of(0, wide_of(0, root), value.exponent / 2 + 64 - (int)n), events);
}

/* a*b + c, rounded once. 0*inf is invalid even when c is a quiet NaN. */
static inline uint64_t binary_fma(binary_format f, uint64_t a, uint64_t b, uint64_t c, unsigned* events) {
  const uint64_t sign = binary_sign(f, a ^ b);
  binary_exact x, y;
  if (binary_is_nan(f, a) || binary_is_nan(f, b)) {
    if (binary_is_signalling(f, c)) *events |= EVENT_INVALID;
    return binary_pass_nan(f, a, b, events);
  }
  if (binary_is_infinite(f, a) || binary_is_infinite(f, b)) {
    if (binary_is_zero(f, a) || binary_is_zero(f, b)) return binary_invalid(f, events);
    if (binary_is_nan(f, c)) return binary_pass_nan(f, c, c, events);
    if (binary_is_infinite(f, c) && binary_sign(f, c) != sign) return binary_invalid(f, events);
    return sign | binary_infinity(f);
  }
  if (binary_is_nan(f, c)) return binary_pass_nan(f, c, c, events);
  if (binary_is_infinite(f, c)) return c;
  x = binary_unpack(f, a);
  y = binary_unpack(f, b);
  x.significand = wide_product(x.significand.low, y.significand.low);
  return binary_sum(f, binary_exact_of(sign, x.significand, x.exponent + y.exponent), binary_unpack(f, c), events);
}

/* ---- values of other types ------------------------------------------------------------------------------------ */

static inline exact_value binary_value(binary_format f, uint64_t x) {
  const int negative = binary_sign(f, x) != 0;
  binary_exact value;
  if (binary_is_nan(f, x)) return exact_value_of(binary_is_signalling(f, x) ? VALUE_SIGNALLING : VALUE_NAN, 0, 0, 0);
  if (binary_is_infinite(f, x)) return exact_value_of(VALUE_INFINITE, negative, 0, 0);
  value = binary_unpack(f, x);
  return exact_value_of(VALUE_FLOATING, negative, value.significand.low, value.exponent);
}

static inline uint64_t binary_of_value(binary_format f, exact_value x, unsigned* events) {
  const uint64_t sign = x.negative ? binary_sign_bit(f) : 0;
  if (x.kind == VALUE_SIGNALLING) return binary_invalid(f, events);
  if (x.kind == VALUE_NAN) return binary_nan(f);
  if (x.kind == VALUE_INFINITE) return sign | binary_infinity(f);
  if (x.significand == 0) return sign;
  return binary_round(f, binary_exact_of(sign, wide_of(0, x.significand), x.exponent), events);
}

/* The value of a pattern of format `from` in format `to`, rounded where `to` is the narrower. */
static inline uint64_t binary_convert(binary_format from, binary_format to, uint64_t x, unsigned* events) {
  return binary_of_value(to, binary_value(from, x), events);
}

#endif
