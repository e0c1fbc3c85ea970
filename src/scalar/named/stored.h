/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Weights that lie beside a program as bytes, the lowest of an element first on every machine: the elements
 * of each type, and a checksum that tells other bytes. */
#ifndef ETALON_SCALAR_NAMED_STORED_H
#define ETALON_SCALAR_NAMED_STORED_H

#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/integer.h"
#include "scalar/named/types.h"

/* Element i, of so many bytes. */
static inline uint64_t stored_word(const uint8_t* bytes, int32_t i, uint32_t size) {
  const uint8_t* element = bytes + (uint64_t)i * size;
  uint64_t word = 0;
  uint32_t k;
  for (k = size; k-- > 0;) word = word << 8 | element[k];
  return word;
}

#define NAMED_ROW(P, type, word, format)                                     \
  static inline type P##_stored(const uint8_t* bytes, int32_t i) {           \
    return P##_of_bits((word)stored_word(bytes, i, (uint32_t)sizeof(type))); \
  }
NAMED_FLOATS(NAMED_ROW)
#undef NAMED_ROW

/* Two numbers of 4 bits are one byte. */
static inline i4x2_t i4_stored(const uint8_t* bytes, int32_t i) { return bytes[i]; }
static inline u4x2_t u4_stored(const uint8_t* bytes, int32_t i) { return bytes[i]; }
static inline truth_t truth_stored(const uint8_t* bytes, int32_t i) { return bytes[i]; }

#define NAMED_ROW(I, type, bits)                                   \
  static inline type I##_stored(const uint8_t* bytes, int32_t i) { \
    return (type)int_wrap(stored_word(bytes, i, bits / 8), bits);  \
  }
NAMED_ROW(i8, int8_t, 8)
NAMED_ROW(i16, int16_t, 16)
NAMED_ROW(i32, int32_t, 32)
NAMED_ROW(i64, int64_t, 64)
#undef NAMED_ROW

#define NAMED_ROW(I, type, bits) \
  static inline type I##_stored(const uint8_t* bytes, int32_t i) { return (type)stored_word(bytes, i, bits / 8); }
NAMED_ROW(u8, uint8_t, 8)
NAMED_ROW(u16, uint16_t, 16)
NAMED_ROW(u32, uint32_t, 32)
NAMED_ROW(u64, uint64_t, 64)
#undef NAMED_ROW

/* CRC-32 as Ethernet and zlib have it. It tells accidents, not intent. */
static inline uint32_t stored_checksum(const uint8_t* bytes, uint32_t size) {
  uint32_t remainder = 0xFFFFFFFFu;
  uint32_t i;
  unsigned k;
  for (i = 0; i < size; ++i) {
    remainder ^= bytes[i];
    for (k = 0; k < 8; ++k) remainder = (remainder & 1u) != 0 ? remainder >> 1 ^ 0xEDB88320u : remainder >> 1;
  }
  return ~remainder;
}

#endif
