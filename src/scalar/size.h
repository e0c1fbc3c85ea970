/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Sizes and indices: products that cannot silently overflow, row-major strides, and where an element of a
 * broadcast operand lies. */
#ifndef ETALON_SCALAR_SIZE_H
#define ETALON_SCALAR_SIZE_H

#include <stdint.h>

#include "scalar/contract.h"

/* What a count, a row-major stride and an offset are. The recursions are those of proofs/shape.mlw, which
 * says what they mean for broadcasting. */
/*@ logic integer counted{L}(uint64_t* dims, integer n) =
  @   n <= 0 ? 1 : counted(dims, n - 1) * (dims[n - 1] == 0 ? 1 : dims[n - 1]);
  @ logic integer behind{L}(uint64_t* dims, integer i, integer n) = i >= n ? 1 : dims[i] * behind(dims, i + 1, n);
  @ logic integer offset_of{L}(integer index, uint64_t* dims, uint64_t* strides, integer n) = n <= 0 ? 0 :
  @   offset_of(index / dims[n - 1], dims, strides, n - 1) + index % dims[n - 1] * strides[n - 1];
  @ predicate same_word(integer x, integer y) = (x - y) % 18446744073709551616 == 0;
  @ predicate is_sum(integer x, integer y, integer z) = x == y + z;
  @ predicate walked(integer all, integer ahead, integer offset) = (all - ahead - offset) % 18446744073709551616 == 0;
  @ lemma walk: \forall integer all, ahead, offset, rest, step, word;
  @   walked(all, ahead, offset) && is_sum(ahead, rest, step) && same_word(step, word) ==>
  @   walked(all, rest, (uint64_t)(offset + word));
  @ predicate has_zero{L}(uint64_t* dims, integer n) = \exists integer k; 0 <= k < n && dims[k] == 0;
  @*/

/*@ assigns \nothing;
  @ ensures \result != 0 <==> a * b <= UINT64_MAX;
  @ ensures a > 0 && b > 0 ==> a * b > 0;
  @*/
static inline int size_fits(uint64_t a, uint64_t b) { return a == 0 || b <= UINT64_MAX / a; }

/* *product = a * b; returns 0 where it does not fit 64 bits. */
/*@ requires \valid(product);
  @ assigns *product;
  @ ensures fits: \result == (a * b <= UINT64_MAX ? 1 : 0);
  @ ensures exact: \result == 1 ==> *product == a * b;
  @ ensures kept: \result == 0 ==> *product == \old(*product);
  @*/
static inline int size_mul(uint64_t a, uint64_t b, uint64_t* product) {
  if (!size_fits(a, b)) return 0;
  *product = a * b;
  return 1;
}

/* Number of elements. A zero dimension makes it 0 only where the other dimensions multiply to a number that fits:
 * a shape that could not be indexed is refused even when it is empty. */
/*@ requires \valid_read(dims + (0 .. rank - 1)) && \valid(count) && \separated(count, dims + (0 .. rank - 1));
  @ assigns *count;
  @ ensures empty: \result == 1 && \old(has_zero(dims, rank)) ==> *count == 0;
  @ ensures exact: \result == 1 && !\old(has_zero(dims, rank)) ==> *count == \old(counted(dims, rank));
  @ ensures fits: \result == 1 ==> \old(counted(dims, rank)) <= UINT64_MAX;
  @ ensures refused: \result != 1 ==>
  @   \result == 0 && \exists integer k; 0 < k <= rank && \old(counted(dims, k)) > UINT64_MAX;
  @*/
static inline int size_count(const uint64_t* dims, unsigned rank, uint64_t* count) {
  uint64_t product = 1;
  unsigned i;
  int empty = 0;
  /*@ loop invariant 0 <= i <= rank;
    @ loop invariant counted: product == counted{Pre}(dims, i) && product >= 1;
    @ loop invariant empty: (empty == 0 || empty == 1) && (empty == 1 <==> has_zero{Pre}(dims, i));
    @ loop assigns i, empty, product;
    @ loop variant rank - i; */
  for (i = 0; i < rank; ++i) {
    /*@ assert unfolded: counted{Pre}(dims, i + 1) == counted{Pre}(dims, i) * (dims[i] == 0 ? 1 : dims[i]); */
    /*@ assert zeros: has_zero{Pre}(dims, i + 1) <==> (has_zero{Pre}(dims, i) || dims[i] == 0); */
    if (dims[i] == 0) {
      empty = 1;
      continue;
    }
    if (!size_fits(product, dims[i])) return 0;
    /*@ assert grown: 1 <= product * dims[i] <= UINT64_MAX; */
    product *= dims[i];
  }
  *count = empty ? 0 : product;
  return 1;
}

/* Bytes of `count` elements of `bits` bits each, the last byte filled up; returns 0 where it does not fit. */
/*@ requires bits == 4 || (bits % 8 == 0 && bits <= 64);
  @ requires \valid(bytes);
  @ assigns *bytes;
  @ ensures exact: \result == 1 ==> *bytes == (count * bits + 7) / 8;
  @ ensures fits: \result == ((count * bits + 7) / 8 <= UINT64_MAX ? 1 : 0);
  @*/
static inline int size_bytes(uint64_t count, unsigned bits, uint64_t* bytes) {
  if (bits % 8 == 0) return size_mul(count, bits / 8, bytes);
  *bytes = count / 2 + count % 2; /* 4 bits */
  return 1;
}

/* Row-major strides, in elements, of an operand of shape `dims`, 0 along every axis of size 1: broadcasting is moving
 * on without moving. */
/*@ requires \valid_read(dims + (0 .. rank - 1)) && \valid(strides + (0 .. rank - 1));
  @ requires \separated(strides + (0 .. rank - 1), dims + (0 .. rank - 1));
  @ requires fits: \forall integer k; 0 <= k <= rank ==> 0 <= behind(dims, k, rank) <= UINT64_MAX;
  @ assigns strides[0 .. rank - 1];
  @ ensures \forall integer k; 0 <= k < rank ==>
  @   strides[k] == (dims[k] == 1 ? 0 : \old(behind(dims, k + 1, rank)));
  @*/
static inline void size_strides(const uint64_t* dims, unsigned rank, uint64_t* strides) {
  uint64_t step = 1;
  unsigned i;
  /*@ loop invariant 0 <= i <= rank;
    @ loop invariant step: step == behind{Pre}(dims, i, rank);
    @ loop invariant written: \forall integer k; i <= k < rank ==>
    @   strides[k] == (\at(dims[k], Pre) == 1 ? 0 : behind{Pre}(dims, k + 1, rank));
    @ loop assigns i, step, strides[0 .. rank - 1];
    @ loop variant i; */
  for (i = rank; i > 0; --i) {
    const uint64_t dim = dims[i - 1];
    /*@ assert same: dim == \at(dims[\at(i, Here) - 1], Pre); */
    /*@ assert unfolded: behind{Pre}(dims, i - 1, rank) == dim * behind{Pre}(dims, i, rank); */
    /*@ assert fits: 0 <= dim * step <= UINT64_MAX; */
    strides[i - 1] = dim == 1 ? 0 : step;
    step *= dim;
  }
}

/*@ requires dim > 0;
  @ assigns \nothing;
  @ ensures same_word(index % dim * stride, \result);
  @*/
static inline uint64_t size_along(uint64_t index, uint64_t dim, uint64_t stride) { return index % dim * stride; }

/* Offset, along `strides`, of the element with row-major index `index` in a tensor of shape `dims`. */
/*@ requires \valid_read(dims + (0 .. rank - 1)) && \valid_read(strides + (0 .. rank - 1));
  @ requires filled: \forall integer k; 0 <= k < rank ==> dims[k] > 0;
  @ assigns \nothing;
  @ ensures wrapped: same_word(offset_of(index, dims, strides, rank), \result);
  @ ensures exact: 0 <= offset_of(index, dims, strides, rank) <= UINT64_MAX ==>
  @   \result == offset_of(index, dims, strides, rank);
  @*/
static inline uint64_t size_offset(uint64_t index, const uint64_t* dims, const uint64_t* strides, unsigned rank) {
  uint64_t offset = 0;
  unsigned i;
  /*@ loop invariant 0 <= i <= rank;
    @ loop invariant walked: walked(offset_of(\at(index, Pre), dims, strides, rank),
    @   offset_of(index, dims, strides, i), offset);
    @ loop assigns i, index, offset;
    @ loop variant i; */
  for (i = rank; i > 0; --i) {
    const uint64_t along = size_along(index, dims[i - 1], strides[i - 1]);
    /*@ assert unfolded: is_sum(offset_of(index, dims, strides, i),
      @   offset_of(index / dims[i - 1], dims, strides, i - 1), index % dims[i - 1] * strides[i - 1]); */
    /*@ assert stepped: walked(offset_of(\at(index, Pre), dims, strides, rank),
      @   offset_of(index / dims[i - 1], dims, strides, i - 1), (uint64_t)(offset + along)); */
    offset += along;
    index /= dims[i - 1];
  }
  return offset;
}

#endif
