/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of this folder are what C that is written for a model calls: one name for each operation and
 * type, which says what the algebras of C++ say (tensor/algebra.hpp). Nothing is counted: events are ignored.
 *
 * Here: the types, with the tables that the other headers make their families of functions of; truth values, the
 * choices of a leader, and places, which are indices that come from data. */
#ifndef ETALON_SCALAR_NAMED_TYPES_H
#define ETALON_SCALAR_NAMED_TYPES_H

#include <stdint.h>

typedef uint16_t f16_t, bf16_t; /* patterns: no compiler is asked for arithmetic of 16 bits */
typedef uint8_t i4x2_t, u4x2_t; /* two elements, the lower index in the low half */
typedef uint8_t truth_t;        /* an element; every byte but 0 is true */

/* ROW(prefix, C type, C type of the pattern, format) */
#define NAMED_HALVES(ROW)                   \
  ROW(f16, f16_t, uint16_t, FORMAT_FLOAT16) \
  ROW(bf16, bf16_t, uint16_t, FORMAT_BFLOAT16)
#define NAMED_NATIVE(ROW)                 \
  ROW(f32, float, uint32_t, FORMAT_FLOAT) \
  ROW(f64, double, uint64_t, FORMAT_DOUBLE)
#define NAMED_FLOATS(ROW) NAMED_HALVES(ROW) NAMED_NATIVE(ROW)

/* ROW(prefix, C type, bits) */
#define NAMED_SIGNED(ROW) \
  ROW(i4, int8_t, 4)      \
  ROW(i8, int8_t, 8)      \
  ROW(i16, int16_t, 16)   \
  ROW(i32, int32_t, 32)   \
  ROW(i64, int64_t, 64)
#define NAMED_UNSIGNED(ROW) \
  ROW(u4, uint8_t, 4)       \
  ROW(u8, uint8_t, 8)       \
  ROW(u16, uint16_t, 16)    \
  ROW(u32, uint32_t, 32)    \
  ROW(u64, uint64_t, 64)

/* Those of 32 and 64 bits are in scalar/floats.h. */
static inline uint16_t f16_bits(f16_t x) { return x; }
static inline f16_t f16_of_bits(uint16_t bits) { return bits; }
static inline uint16_t bf16_bits(bf16_t x) { return x; }
static inline bf16_t bf16_of_bits(uint16_t bits) { return bits; }

/* 0 or 1 */
static inline int truth(truth_t x) { return x != 0; }

/* Which of several elements leads: the largest or the smallest one. Of those that are as large it is the first that is
 * the same bit by bit, so that +0 is larger than -0; or the first or the last of those that are equal as numbers. */
enum { WANTED_LARGEST, WANTED_SMALLEST };
enum { TIE_SAME_BITS, TIE_FIRST, TIE_LAST };

/* Index v of n elements, which counts from the end where it is negative: -n <= v < n. */
static inline int32_t place_of_i64(int64_t v, int32_t n) { return (int32_t)(v < 0 ? v + n : v); }
static inline int32_t place_of_i32(int32_t v, int32_t n) { return v < 0 ? v + n : v; }

#endif
