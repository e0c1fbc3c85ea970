/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Two 4-bit elements a byte, the lower index in the low half, as ONNX stores them. */
#ifndef ETALON_SCALAR_NIBBLE_H
#define ETALON_SCALAR_NIBBLE_H

#include <stdint.h>

static inline uint8_t nibble_load(const uint8_t* data, uint64_t index) {
  return index % 2 == 0 ? data[index / 2] & 0x0F : data[index / 2] >> 4;
}

/* Storing an even element clears its odd neighbour: written in ascending order, an odd count leaves a zero nibble. */
static inline void nibble_store(uint8_t* data, uint64_t index, uint8_t value) {
  if (index % 2 == 0) {
    data[index / 2] = value & 0x0F;
  } else {
    data[index / 2] = (uint8_t)((data[index / 2] & 0x0F) | (value << 4));
  }
}

#endif
