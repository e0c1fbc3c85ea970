/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Sizes and indices: products that cannot silently overflow, row-major strides, and where an element of a
 * broadcast operand lies. */
#ifndef ETALON_SCALAR_SIZE_H
#define ETALON_SCALAR_SIZE_H

#include <stdint.h>

/* *product = a * b; returns 0 where it does not fit 64 bits. */
static inline int size_mul(uint64_t a, uint64_t b, uint64_t* product) {
  if (a != 0 && b > UINT64_MAX / a) return 0;
  *product = a * b;
  return 1;
}

/* Number of elements. A zero dimension makes it 0 only where the other dimensions multiply to a number that fits:
 * a shape that could not be indexed is refused even when it is empty. */
static inline int size_count(const uint64_t* dims, unsigned rank, uint64_t* count) {
  uint64_t product = 1;
  unsigned i;
  int empty = 0;
  for (i = 0; i < rank; ++i) {
    if (dims[i] == 0)
      empty = 1;
    else if (!size_mul(product, dims[i], &product))
      return 0;
  }
  *count = empty ? 0 : product;
  return 1;
}

/* Bytes of `count` elements of `bits` bits each, the last byte filled up; returns 0 where it does not fit. */
static inline int size_bytes(uint64_t count, unsigned bits, uint64_t* bytes) {
  if (bits % 8 == 0) return size_mul(count, bits / 8, bytes);
  *bytes = count / 2 + count % 2; /* 4 bits */
  return 1;
}

/* Row-major strides, in elements, of an operand of shape `dims`, 0 along every axis of size 1: broadcasting is moving
 * on without moving. */
static inline void size_strides(const uint64_t* dims, unsigned rank, uint64_t* strides) {
  uint64_t step = 1;
  unsigned i;
  for (i = rank; i-- > 0;) {
    strides[i] = dims[i] == 1 ? 0 : step;
    step *= dims[i];
  }
}

/* Offset, along `strides`, of the element with row-major index `index` in a tensor of shape `dims`. */
static inline uint64_t size_offset(uint64_t index, const uint64_t* dims, const uint64_t* strides, unsigned rank) {
  uint64_t offset = 0;
  unsigned i;
  for (i = rank; i-- > 0;) {
    offset += index % dims[i] * strides[i];
    index /= dims[i];
  }
  return offset;
}

#endif
