/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of sums that are exact until their end, which is one of finish, quotient by a count, and root, and
 * spends the sum. A sum is scaled at most once. */
#ifndef ETALON_SCALAR_NAMED_EXACT_H
#define ETALON_SCALAR_NAMED_EXACT_H

#include <stdint.h>

#include "scalar/exact_sum.h"
#include "scalar/floats.h"
#include "scalar/named/types.h"

#define NAMED_ROW(P, type, word, format)                                                    \
  static inline void P##_exact_start(exact_sum* sum) { exact_sum_start(format, sum); }      \
  static inline void P##_exact_step(exact_sum* sum, type a, type b) {                       \
    unsigned events = 0;                                                                    \
    exact_sum_step(format, sum, P##_bits(a), P##_bits(b), &events);                         \
  }                                                                                         \
  static inline void P##_exact_scale(exact_sum* sum, type a) {                              \
    unsigned events = 0;                                                                    \
    exact_sum_scale(format, sum, P##_bits(a), &events);                                     \
  }                                                                                         \
  static inline type P##_exact_finish(exact_sum* sum) {                                     \
    unsigned events = 0;                                                                    \
    return P##_of_bits((word)exact_sum_finish(format, sum, &events));                       \
  }                                                                                         \
  static inline type P##_exact_quotient(exact_sum* sum, int64_t n) {                        \
    unsigned events = 0;                                                                    \
    return P##_of_bits((word)exact_sum_finish_quotient(format, sum, (uint64_t)n, &events)); \
  }                                                                                         \
  static inline type P##_exact_root(exact_sum* sum) {                                       \
    unsigned events = 0;                                                                    \
    return P##_of_bits((word)exact_sum_finish_root(format, sum, &events));                  \
  }
NAMED_FLOATS(NAMED_ROW)
#undef NAMED_ROW

/* ---- integers --------------------------------------------------------------------------------------------------- */

/* The sum wraps at its end only; a quotient and a root are those of the exact sum, truncated. */
typedef struct {
  long_integer exact;
} integer_sum;

enum { INTEGER_SUM_WORDS = 5 }; /* a product of three, and carries */

static inline void integer_sum_start(integer_sum* sum) { long_clear(&sum->exact, INTEGER_SUM_WORDS); }

/* Of the sizes of a and b, and whether the product is negative. */
static inline void integer_sum_step(integer_sum* sum, uint64_t a, uint64_t b, int negative) {
  long_add(&sum->exact, wide_product(a, b), 0, negative);
}
static inline void integer_sum_scale(integer_sum* sum, uint64_t a, int negative) {
  long_scale(&sum->exact, a, negative, 0, INTEGER_SUM_WORDS);
}

/* The lowest word of the result. Fewer than 2^53 numbers of 64 bits have a sum of fewer than 128. */
static inline uint64_t integer_sum_finish(const integer_sum* sum) { return sum->exact.word[0]; }
static inline uint64_t integer_sum_quotient(integer_sum* sum, int64_t n) {
  const int negative = long_is_negative(&sum->exact);
  int rest = 0;
  wide quotient;
  if (negative) long_negate(&sum->exact);
  quotient = wide_quotient(wide_of(sum->exact.word[1], sum->exact.word[0]), (uint64_t)n, &rest);
  return word_with_sign(negative, quotient.low);
}
static inline uint64_t integer_sum_root(const integer_sum* sum) { return long_root(&sum->exact).low; }

#define NAMED_ENDS(I, type, bits, wrap)                                                                       \
  static inline void I##_exact_start(integer_sum* sum) { integer_sum_start(sum); }                            \
  static inline type I##_exact_finish(integer_sum* sum) { return (type)wrap(integer_sum_finish(sum), bits); } \
  static inline type I##_exact_quotient(integer_sum* sum, int64_t n) {                                        \
    return (type)wrap(integer_sum_quotient(sum, n), bits);                                                    \
  }                                                                                                           \
  static inline type I##_exact_root(integer_sum* sum) { return (type)wrap(integer_sum_root(sum), bits); }

#define NAMED_ROW(I, type, bits)                                                                               \
  static inline void I##_exact_step(integer_sum* sum, type a, type b) {                                        \
    integer_sum_step(sum, int_size(a), int_size(b), (a < 0) != (b < 0));                                       \
  }                                                                                                            \
  static inline void I##_exact_scale(integer_sum* sum, type a) { integer_sum_scale(sum, int_size(a), a < 0); } \
  NAMED_ENDS(I, type, bits, int_wrap)
NAMED_SIGNED(NAMED_ROW)
#undef NAMED_ROW
#define NAMED_ROW(I, type, bits)                                                                          \
  static inline void I##_exact_step(integer_sum* sum, type a, type b) { integer_sum_step(sum, a, b, 0); } \
  static inline void I##_exact_scale(integer_sum* sum, type a) { integer_sum_scale(sum, a, 0); }          \
  NAMED_ENDS(I, type, bits, uint_wrap)
NAMED_UNSIGNED(NAMED_ROW)
#undef NAMED_ROW
#undef NAMED_ENDS

#endif
