/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Every type from every other: the number, rounded or truncated, wrapped or saturated as NUM-ALL-CONVERT
 * says. From a floating-point type to itself a NaN becomes the one NaN. */
#ifndef ETALON_SCALAR_NAMED_CONVERT_H
#define ETALON_SCALAR_NAMED_CONVERT_H

#include <stdint.h>

#include "scalar/named/values.h"

/* FROM(to, C type of that, from, C type of that) */
#define NAMED_FROM_SHORT_INTEGERS(FROM, to, type) \
  FROM(to, type, i4, int8_t)                      \
  FROM(to, type, i8, int8_t)                      \
  FROM(to, type, i16, int16_t)                    \
  FROM(to, type, i32, int32_t)                    \
  FROM(to, type, u4, uint8_t)                     \
  FROM(to, type, u8, uint8_t)                     \
  FROM(to, type, u16, uint16_t)                   \
  FROM(to, type, u32, uint32_t)
#define NAMED_FROM_LONG_INTEGERS(FROM, to, type) \
  FROM(to, type, i64, int64_t)                   \
  FROM(to, type, u64, uint64_t)
#define NAMED_FROM_HALVES(FROM, to, type) \
  FROM(to, type, f16, f16_t)              \
  FROM(to, type, bf16, bf16_t)
#define NAMED_FROM_NATIVE(FROM, to, type) \
  FROM(to, type, f32, float)              \
  FROM(to, type, f64, double)

/* By way of the exact value. */
#define NAMED_BY_VALUE(to, type, from, from_type) \
  static inline type to##_of_##from(from_type x) { return to##_of_value(value_of_##from(x)); }

/* By the processor, which rounds to nearest: numbers of at most 32 bits, and float and double from each other. */
#define NAMED_BY_PROCESSOR(to, type, from, from_type) \
  static inline type to##_of_##from(from_type x) { return (type)x; }
#define NAMED_ONE_NAN(to, type, from, from_type) \
  static inline type to##_of_##from(from_type x) { return to##_one_nan((type)x); }

#define NAMED_ROW(P, type, word, format)                 \
  NAMED_FROM_SHORT_INTEGERS(NAMED_BY_PROCESSOR, P, type) \
  NAMED_FROM_LONG_INTEGERS(NAMED_BY_VALUE, P, type)      \
  NAMED_FROM_HALVES(NAMED_BY_VALUE, P, type)             \
  NAMED_FROM_NATIVE(NAMED_ONE_NAN, P, type)              \
  NAMED_BY_PROCESSOR(P, type, truth, int)
NAMED_NATIVE(NAMED_ROW)
#undef NAMED_ROW

#define NAMED_ALL_BY_VALUE(to, type)                  \
  NAMED_FROM_SHORT_INTEGERS(NAMED_BY_VALUE, to, type) \
  NAMED_FROM_LONG_INTEGERS(NAMED_BY_VALUE, to, type)  \
  NAMED_FROM_HALVES(NAMED_BY_VALUE, to, type)         \
  NAMED_FROM_NATIVE(NAMED_BY_VALUE, to, type)         \
  NAMED_BY_VALUE(to, type, truth, int)
#define NAMED_ROW(P, type, word, format) NAMED_ALL_BY_VALUE(P, type)
NAMED_HALVES(NAMED_ROW)
#undef NAMED_ROW
#define NAMED_ROW(I, type, bits) NAMED_ALL_BY_VALUE(I, type)
NAMED_SIGNED(NAMED_ROW)
NAMED_UNSIGNED(NAMED_ROW)
#undef NAMED_ROW
NAMED_ALL_BY_VALUE(truth, int)

#undef NAMED_ALL_BY_VALUE
#undef NAMED_ONE_NAN
#undef NAMED_BY_PROCESSOR
#undef NAMED_BY_VALUE
#undef NAMED_FROM_NATIVE
#undef NAMED_FROM_HALVES
#undef NAMED_FROM_LONG_INTEGERS
#undef NAMED_FROM_SHORT_INTEGERS

#endif
