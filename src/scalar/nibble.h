/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Two 4-bit elements per byte, the lower index in the low half, as ONNX stores them. */
#ifndef ETALON_SCALAR_NIBBLE_H
#define ETALON_SCALAR_NIBBLE_H

#include <stdint.h>

/* NUM-INT-NIBBLE. Halves are quotients and remainders by 16, which compile to shifts and masks. */
/*@ logic integer nibble_at{L}(uint8_t* data, integer index) =
  @   index % 2 == 0 ? data[index / 2] % 16 : data[index / 2] / 16; */

/*@ requires \valid_read(data + index / 2);
  @ assigns \nothing;
  @ ensures \result == nibble_at(data, index) && \result < 16;
  @*/
static inline uint8_t nibble_load(const uint8_t* data, uint64_t index) {
  return index % 2 == 0 ? data[index / 2] % 16 : data[index / 2] / 16;
}

/* Storing an even element clears its odd neighbour: written in ascending order, an odd count leaves a zero nibble. */
/*@ requires \valid(data + index / 2);
  @ assigns data[index / 2];
  @ ensures stored: nibble_at(data, index) == value % 16;
  @ ensures cleared: index % 2 == 0 ==> nibble_at(data, index + 1) == 0;
  @ ensures kept: index % 2 == 1 ==> nibble_at(data, index - 1) == \old(nibble_at(data, index - 1));
  @*/
static inline void nibble_store(uint8_t* data, uint64_t index, uint8_t value) {
  if (index % 2 == 0) {
    data[index / 2] = value % 16;
  } else {
    data[index / 2] = (uint8_t)(data[index / 2] % 16 + value % 16 * 16);
  }
}

#endif
