/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Elements of 4 bits, two in a byte. Storing one with an even index clears its odd neighbour: results are
 * written in ascending order. */
#ifndef ETALON_SCALAR_NAMED_NIBBLES_H
#define ETALON_SCALAR_NAMED_NIBBLES_H

#include <stdint.h>

#include "scalar/integer.h"
#include "scalar/named/types.h"
#include "scalar/nibble.h"

static inline int8_t i4_load(const i4x2_t* data, int32_t i) {
  return (int8_t)int_wrap(nibble_load(data, (uint64_t)i), 4);
}
static inline uint8_t u4_load(const u4x2_t* data, int32_t i) { return nibble_load(data, (uint64_t)i); }
static inline void i4_store(i4x2_t* data, int32_t i, int8_t v) {
  nibble_store(data, (uint64_t)i, (uint8_t)uint_wrap((uint64_t)v, 4));
}
static inline void u4_store(u4x2_t* data, int32_t i, uint8_t v) { nibble_store(data, (uint64_t)i, v); }

#endif
