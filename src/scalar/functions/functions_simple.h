/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Results of the functions of functions.h that need no approximation: special values, exact and invalid ones,
 * and those that differ from a simple number by less than a rounding sees. */
#ifndef ETALON_SCALAR_FUNCTIONS_SIMPLE_H
#define ETALON_SCALAR_FUNCTIONS_SIMPLE_H

#include <stdint.h>

#include "scalar/binary.h"
#include "scalar/functions/fixed_functions.h"

enum {
  FUNCTION_EXP,
  FUNCTION_LOG,
  FUNCTION_SIGMOID,
  FUNCTION_TANH,
  FUNCTION_ERF,
  FUNCTION_SIN,
  FUNCTION_COS,
  FUNCTION_ACOS,
  FUNCTION_KINDS
};

/* What lies so close to a number that it rounds as one just above, or just below, that number does. */
static inline uint64_t binary_beside(binary_format f, binary_exact x, int above, unsigned* events) {
  x = binary_normalize(x);
  x.significand = above ? wide_sum(x.significand, wide_of(0, 1)) : wide_difference(x.significand, wide_of(0, 1));
  return binary_round(f, x, events);
}

/* Of what is not finite, or zero; acos(0), which is like others, is left. */
static inline int binary_function_special(binary_format f, int function, uint64_t x, uint64_t* result,
                                          unsigned* events) {
  const int negative = binary_sign(f, x) != 0;
  const uint64_t one = (uint64_t)binary_bias(f) << f.fraction, infinity = binary_infinity(f);
  const uint64_t half = one - ((uint64_t)1 << f.fraction);
  if (binary_is_nan(f, x)) {
    *result = binary_pass_nan(f, x, x, events);
  } else if (binary_is_zero(f, x)) {
    if (function == FUNCTION_ACOS) return 0;
    if (function == FUNCTION_LOG) *events |= EVENT_DIVIDE_BY_ZERO;
    *result = function == FUNCTION_EXP || function == FUNCTION_COS ? one
              : function == FUNCTION_SIGMOID                       ? half
              : function == FUNCTION_LOG                           ? binary_sign_bit(f) | infinity
                                                                   : x;
  } else if (binary_is_infinite(f, x)) {
    if (function == FUNCTION_EXP || (function == FUNCTION_LOG && !negative))
      *result = negative ? 0 : infinity;
    else if (function == FUNCTION_SIGMOID)
      *result = negative ? 0 : one;
    else if (function == FUNCTION_TANH || function == FUNCTION_ERF)
      *result = binary_sign(f, x) | one;
    else
      *result = binary_invalid(f, events);
  } else {
    return 0;
  }
  return 1;
}

/* The results of finite x that are exact, invalid or beside a simple number. With 2^size <= |x| < 2^(size+1): half a
 * unit in the last place below 1 is 2^-(precision+1), below 1/2 half of that, and below any number at least
 * 2^-(precision+1) of it. */
static inline int binary_function_simple(binary_format f, int function, exact_value x, uint64_t* result,
                                         unsigned* events) {
  const exact_value leading = fixed_normalize(x);
  const int size = leading.exponent, precision = (int)f.fraction + 1, negative = x.negative;
  const int is_one = size == 0 && leading.significand << 1 == 0;
  /* e^|x| is beyond the format, e^-|x| below half its least number: 0.7 > ln 2 */
  const int far =
      size > 11 || (size >= 0 && (int)(leading.significand >> (63 - size)) * 10 >= 7 * (binary_bias(f) + precision));
  const int is_small = 2 * (size + 1) <= -precision; /* x^2 < 2^-precision */
  const uint64_t sign = negative ? binary_sign_bit(f) : 0;
  const binary_exact one = binary_exact_of(0, wide_of(0, 1), 0), half = binary_exact_of(0, wide_of(0, 1), -1);
  const binary_exact itself = binary_exact_of(sign, wide_of(0, x.significand), x.exponent);
  const binary_exact signed_one = binary_exact_of(sign, wide_of(0, 1), 0);
  switch (function) {
    case FUNCTION_EXP: /* 1 + x + ... */
      if (!far && size >= -precision - 2) return 0;
      *result = far ? binary_round(f, binary_exact_of(0, wide_of(0, 1), negative ? -4096 : 4096), events)
                    : binary_beside(f, one, !negative, events);
      return 1;
    case FUNCTION_LOG:
      if (!negative && !is_one) return 0;
      *result = negative ? binary_invalid(f, events) : 0;
      return 1;
    case FUNCTION_SIGMOID: /* 1/2 + x/4 - ...; 1 - e^-x + ..., e^-64 < 2^-92 */
      if (!(far && negative) && !(size >= 6 && !negative) && size >= -precision - 1) return 0;
      *result = size < 0    ? binary_beside(f, half, !negative, events)
                : !negative ? binary_beside(f, one, 0, events)
                            : binary_round(f, binary_exact_of(0, wide_of(0, 1), -4096), events);
      return 1;
    case FUNCTION_TANH: /* x - x^3/3 + ...; 1 - 2 e^-2x + ... */
      if (!is_small && size < 5) return 0;
      *result = binary_beside(f, is_small ? itself : signed_one, 0, events);
      return 1;
    case FUNCTION_ERF: /* 1 - erf(6) < 2^-55 */
      if (size < 2 || (size == 2 && leading.significand < (uint64_t)3 << 62)) return 0;
      *result = binary_beside(f, signed_one, 0, events);
      return 1;
    case FUNCTION_SIN: /* x - x^3/6 + ... */
      if (!is_small) return 0;
      *result = binary_beside(f, itself, 0, events);
      return 1;
    case FUNCTION_COS: /* 1 - x^2/2 + ... */
      if (!is_small) return 0;
      *result = binary_beside(f, one, 0, events);
      return 1;
    default:
      if (size < 0 || (is_one && negative)) return 0;
      *result = is_one ? 0 : binary_invalid(f, events);
      return 1;
  }
}

#endif
