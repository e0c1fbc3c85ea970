/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of real functions and powers, rounded once. Those of float and double that are not here are in
 * scalar/functions. An exponent is the exact value of a number of any type. */
#ifndef ETALON_SCALAR_NAMED_FUNCTIONS_H
#define ETALON_SCALAR_NAMED_FUNCTIONS_H

#include <stdint.h>

#include "scalar/functions/functions.h"
#include "scalar/functions/pow.h"
#include "scalar/functions/power.h"
#include "scalar/named/values.h"

#define NAMED_FUNCTION(name, type, format, text) \
  static inline type name(type x) {              \
    unsigned events = 0;                         \
    return (type)text(format, x, &events);       \
  }
#define NAMED_ROW(P, type, word, format)                     \
  NAMED_FUNCTION(P##_exp, type, format, binary_exp)          \
  NAMED_FUNCTION(P##_log, type, format, binary_log)          \
  NAMED_FUNCTION(P##_sigmoid, type, format, binary_sigmoid)  \
  NAMED_FUNCTION(P##_tanh, type, format, binary_tanh)        \
  NAMED_FUNCTION(P##_erf, type, format, binary_erf)          \
  NAMED_FUNCTION(P##_sin, type, format, binary_sin)          \
  NAMED_FUNCTION(P##_cos, type, format, binary_cos)          \
  NAMED_FUNCTION(P##_acos, type, format, binary_acos)        \
  static inline type P##_pow(type x, exact_value exponent) { \
    unsigned events = 0;                                     \
    return (type)binary_pow(format, x, exponent, &events);   \
  }
NAMED_HALVES(NAMED_ROW)
#undef NAMED_ROW
#undef NAMED_FUNCTION

/* x to the power of so many quarters, at most 8. */
#define NAMED_ROW(P, type, word, format)                                            \
  static inline type P##_power(type x, unsigned quarters) {                         \
    unsigned events = 0;                                                            \
    return P##_of_bits((word)binary_power(format, P##_bits(x), quarters, &events)); \
  }                                                                                 \
  static inline exact_value exponent_of_##P(type x) { return value_of_##P(x); }
NAMED_FLOATS(NAMED_ROW)
#undef NAMED_ROW

/* An integer to a power that is not negative, modulo the type: squares and products, from the highest digit of the
 * exponent on. */
static inline int64_t int_power(int64_t a, uint64_t exponent, unsigned bits) {
  int64_t power = 1;
  unsigned digit;
  for (digit = 64 - leading_zeros(exponent | 1); digit-- > 0;) {
    power = int_mul(power, power, bits);
    if ((exponent >> digit & 1) != 0) power = int_mul(power, a, bits);
  }
  return power;
}
static inline uint64_t uint_power(uint64_t a, uint64_t exponent, unsigned bits) {
  uint64_t power = 1;
  unsigned digit;
  for (digit = 64 - leading_zeros(exponent | 1); digit-- > 0;) {
    power = uint_mul(power, power, bits);
    if ((exponent >> digit & 1) != 0) power = uint_mul(power, a, bits);
  }
  return power;
}

/* An integer to the power of a floating-point number: rounded once to double, whose value the result is made of. */
static inline exact_value value_power(exact_value a, exact_value exponent) {
  unsigned events = 0;
  const uint64_t base = binary_of_value(FORMAT_DOUBLE, a, &events);
  return binary_value(FORMAT_DOUBLE, binary_pow(FORMAT_DOUBLE, base, exponent, &events));
}

#define NAMED_ROW(I, type, bits)                                                               \
  static inline type I##_pow(type a, exact_value exponent) {                                   \
    if (exponent.kind == VALUE_INTEGER) return (type)int_power(a, exponent.significand, bits); \
    return I##_of_value(value_power(value_of_##I(a), exponent));                               \
  }                                                                                            \
  static inline exact_value exponent_of_##I(type x) { return value_of_##I(x); }
NAMED_SIGNED(NAMED_ROW)
#undef NAMED_ROW
#define NAMED_ROW(I, type, bits)                                                                \
  static inline type I##_pow(type a, exact_value exponent) {                                    \
    if (exponent.kind == VALUE_INTEGER) return (type)uint_power(a, exponent.significand, bits); \
    return I##_of_value(value_power(value_of_##I(a), exponent));                                \
  }                                                                                             \
  static inline exact_value exponent_of_##I(type x) { return value_of_##I(x); }
NAMED_UNSIGNED(NAMED_ROW)
#undef NAMED_ROW

#endif
