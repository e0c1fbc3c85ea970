/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of the ten integer types, which wrap. A divisor is not zero. */
#ifndef ETALON_SCALAR_NAMED_INTEGERS_H
#define ETALON_SCALAR_NAMED_INTEGERS_H

#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/integer.h"
#include "scalar/named/types.h"

/* int_wrap at the type's own width: compilers see that nothing is left to do, and sums become fast. */
static inline int8_t i4_of_word(uint32_t x) { return (int8_t)int_wrap(x, 4); }
static inline int8_t i8_of_word(uint32_t x) {
  const uint8_t word = (uint8_t)x;
  return (int8_t)(word <= INT8_MAX ? word : -(UINT8_MAX - word) - 1);
}
static inline int16_t i16_of_word(uint32_t x) {
  const uint16_t word = (uint16_t)x;
  return (int16_t)(word <= INT16_MAX ? word : -(UINT16_MAX - word) - 1);
}
static inline int32_t i32_of_word(uint32_t word) {
  return word <= INT32_MAX ? (int32_t)word : -(int32_t)(UINT32_MAX - word) - 1;
}
static inline int64_t i64_of_word(uint64_t x) { return int_wrap(x, 64); }

/* sum + a * b */
#define NAMED_ROW(I, type, word) \
  static inline type I##_sum_step(type sum, type a, type b) { return I##_of_word((word)sum + (word)a * (word)b); }
NAMED_ROW(i4, int8_t, uint32_t)
NAMED_ROW(i8, int8_t, uint32_t)
NAMED_ROW(i16, int16_t, uint32_t)
NAMED_ROW(i32, int32_t, uint32_t)
NAMED_ROW(i64, int64_t, uint64_t)
#undef NAMED_ROW

/* What signed and unsigned integers have in common. */
#define NAMED_BOTH(I, type)                                                                           \
  static inline type I##_larger(type a, type b) { return a < b ? b : a; }                             \
  static inline type I##_smaller(type a, type b) { return b < a ? b : a; }                            \
  static inline int I##_less(type a, type b) { return a < b; }                                        \
  static inline int I##_equal(type a, type b) { return a == b; }                                      \
  static inline int I##_less_or_equal(type a, type b) { return a <= b; }                              \
  static inline int I##_is_zero(type a) { return a == 0; }                                            \
  /* Whether x takes the lead. */                                                                     \
  static inline int I##_leads(type x, type best, int wanted, int tie) {                               \
    const type low = wanted == WANTED_LARGEST ? best : x, high = wanted == WANTED_LARGEST ? x : best; \
    return tie == TIE_LAST ? !(high < low) : low < high;                                              \
  }                                                                                                   \
  /* Sums that wrap. */                                                                               \
  static inline type I##_sum_start(void) { return 0; }                                                \
  static inline type I##_sum_scale(type sum, type a) { return I##_mul(sum, a); }                      \
  static inline type I##_sum_finish(type sum) { return sum; }

#define NAMED_ROW(I, type, bits)                                                                     \
  static inline type I##_add(type a, type b) { return (type)int_add(a, b, bits); }                   \
  static inline type I##_sub(type a, type b) { return (type)int_sub(a, b, bits); }                   \
  static inline type I##_mul(type a, type b) { return (type)int_mul(a, b, bits); }                   \
  static inline type I##_div_floor(type a, type b) { return (type)int_div_floor(a, b, bits); }       \
  static inline type I##_div_truncate(type a, type b) { return (type)int_div_truncate(a, b, bits); } \
  static inline type I##_negate(type a) { return (type)int_negate(a, bits); }                        \
  static inline type I##_abs(type a) { return (type)int_abs(a, bits); }                              \
  static inline type I##_max(type a, type b) { return (type)int_max(a, b); }                         \
  static inline type I##_min(type a, type b) { return (type)int_min(a, b); }                         \
  static inline type I##_of_place(int64_t i) {                                                       \
    return (type)int_of_value(binary_value(FORMAT_DOUBLE, f64_bits((double)i)), bits);               \
  }                                                                                                  \
  NAMED_BOTH(I, type)
NAMED_SIGNED(NAMED_ROW)
#undef NAMED_ROW

#define NAMED_ROW(I, type, bits)                                                                    \
  static inline type I##_add(type a, type b) { return (type)uint_add(a, b, bits); }                 \
  static inline type I##_sub(type a, type b) { return (type)uint_sub(a, b, bits); }                 \
  static inline type I##_mul(type a, type b) { return (type)uint_mul(a, b, bits); }                 \
  static inline type I##_div_floor(type a, type b) { return (type)uint_div(a, b); }                 \
  static inline type I##_div_truncate(type a, type b) { return (type)uint_div(a, b); }              \
  static inline type I##_abs(type a) { return a; }                                                  \
  static inline type I##_max(type a, type b) { return (type)uint_max(a, b); }                       \
  static inline type I##_min(type a, type b) { return (type)uint_min(a, b); }                       \
  static inline type I##_of_place(int64_t i) {                                                      \
    return (type)uint_of_value(binary_value(FORMAT_DOUBLE, f64_bits((double)i)), bits);             \
  }                                                                                                 \
  static inline type I##_sum_step(type sum, type a, type b) { return I##_add(sum, I##_mul(a, b)); } \
  NAMED_BOTH(I, type)
NAMED_UNSIGNED(NAMED_ROW)
#undef NAMED_ROW
#undef NAMED_BOTH

#endif
