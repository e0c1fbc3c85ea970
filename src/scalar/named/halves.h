/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of float16 and bfloat16, whose patterns are computed with by the integer text. */
#ifndef ETALON_SCALAR_NAMED_HALVES_H
#define ETALON_SCALAR_NAMED_HALVES_H

#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/named/types.h"
#include "scalar/root.h"

/* OPERATION(name, text) */
#define NAMED_OF_ONE(OPERATION, P, type, format)            \
  OPERATION(P##_negate, type, format, binary_negate)        \
  OPERATION(P##_abs, type, format, binary_abs)              \
  OPERATION(P##_sqrt, type, format, binary_sqrt)            \
  OPERATION(P##_root_of_squares, type, format, binary_sqrt) \
  OPERATION(P##_floor, type, format, binary_floor)          \
  OPERATION(P##_ceil, type, format, binary_ceil)            \
  OPERATION(P##_nearest, type, format, binary_nearest)      \
  OPERATION(P##_one_nan, type, format, binary_quiet)
#define NAMED_OF_TWO(OPERATION, P, type, format) \
  OPERATION(P##_add, type, format, binary_add)   \
  OPERATION(P##_sub, type, format, binary_sub)   \
  OPERATION(P##_mul, type, format, binary_mul)   \
  OPERATION(P##_div, type, format, binary_div)   \
  OPERATION(P##_max, type, format, binary_max)   \
  OPERATION(P##_min, type, format, binary_min)
#define NAMED_COMPARISONS(OPERATION, P, type, format) \
  OPERATION(P##_less, type, format, binary_less)      \
  OPERATION(P##_equal, type, format, binary_equal)    \
  OPERATION(P##_less_or_equal, type, format, binary_less_or_equal)

#define NAMED_ONE(name, type, format, text) \
  static inline type name(type a) {         \
    unsigned events = 0;                    \
    return (type)text(format, a, &events);  \
  }
#define NAMED_TWO(name, type, format, text)   \
  static inline type name(type a, type b) {   \
    unsigned events = 0;                      \
    return (type)text(format, a, b, &events); \
  }
#define NAMED_COMPARISON(name, type, format, text) \
  static inline int name(type a, type b) {         \
    unsigned events = 0;                           \
    return text(format, a, b, &events) != 0;       \
  }

#define NAMED_ROW(P, type, word, format)                                                                       \
  NAMED_OF_ONE(NAMED_ONE, P, type, format)                                                                     \
  NAMED_OF_TWO(NAMED_TWO, P, type, format)                                                                     \
  NAMED_COMPARISONS(NAMED_COMPARISON, P, type, format)                                                         \
  /* a * b + c, rounded once */                                                                                \
  static inline type P##_fma(type a, type b, type c) {                                                         \
    unsigned events = 0;                                                                                       \
    return (type)binary_fma(format, a, b, c, &events);                                                         \
  }                                                                                                            \
  static inline int P##_is_nan(type x) { return binary_is_nan(format, x); }                                    \
  static inline int P##_is_lowest(type x) { return x == (binary_sign_bit(format) | binary_infinity(format)); } \
  /* The next six as of float. */                                                                              \
  static inline type P##_larger(type a, type b) { return P##_less(a, b) ? b : P##_one_nan(a); }                \
  static inline type P##_smaller(type a, type b) { return P##_less(b, a) ? b : P##_one_nan(a); }               \
  static inline int P##_below(type a, type b) { return binary_rank(format, a) < binary_rank(format, b); }      \
  static inline int P##_leads(type x, type best, int wanted, int tie) {                                        \
    const type low = wanted == WANTED_LARGEST ? best : x, high = wanted == WANTED_LARGEST ? x : best;          \
    if (P##_is_nan(x) || P##_is_nan(best)) return P##_is_nan(x) && (tie == TIE_LAST || !P##_is_nan(best));     \
    if (tie == TIE_LAST) return !P##_less(high, low);                                                          \
    return tie == TIE_SAME_BITS ? P##_below(low, high) : P##_less(low, high);                                  \
  }                                                                                                            \
  static inline type P##_div_count(type a, int64_t n) {                                                        \
    unsigned events = 0;                                                                                       \
    return (type)binary_div_count(format, a, (uint64_t)n, &events);                                            \
  }                                                                                                            \
  static inline type P##_of_place(int64_t i) {                                                                 \
    unsigned events = 0;                                                                                       \
    return (type)binary_of_value(format, binary_value(FORMAT_DOUBLE, f64_bits((double)i)), &events);           \
  }
NAMED_HALVES(NAMED_ROW)
#undef NAMED_ROW
#undef NAMED_COMPARISON
#undef NAMED_TWO
#undef NAMED_ONE
#undef NAMED_COMPARISONS
#undef NAMED_OF_TWO
#undef NAMED_OF_ONE

#endif
