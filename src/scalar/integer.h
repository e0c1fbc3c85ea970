/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Integers of 4 to 64 bits on 64-bit carriers, the width being a parameter: one text for ten types. Arithmetic
 * is done on unsigned words and wrapped, so nothing here can overflow; the processor's dividing instruction never sees
 * a zero divisor or MIN / -1. The contracts are proved about this text as it is (docs/proofs.md). */
#ifndef ETALON_SCALAR_INTEGER_H
#define ETALON_SCALAR_INTEGER_H

#include <stdint.h>

#include "scalar/wide.h"

/* The contracts say NUM-INT-WRAP for one element: ADD-, SUB- and MUL-INT-RESULT, ADD-, SUB- and MUL-INT-OVERFLOW,
 * DIV-INT-FLOOR, DIV-INT-TRUNCATE, DIV-INT-OVERFLOW and, for int_div_floor_differs, DIV-INT-NOTICE.
 *
 * Contracts name each modulus: provers divide well by constants and badly by powers. For the same reason bodies switch
 * over the widths of the types, which folds away where the width is a constant. */
/*@ predicate is_width(integer n) = n == 4 || n == 8 || n == 16 || n == 32 || n == 64;
  @ predicate in_uint(integer x, integer n) =
  @   (n == 4 ==> 0 <= x < 16) && (n == 8 ==> 0 <= x < 256) && (n == 16 ==> 0 <= x < 65536) &&
  @   (n == 32 ==> 0 <= x < 4294967296) && (n == 64 ==> 0 <= x < 18446744073709551616);
  @ predicate in_int(integer x, integer n) =
  @   (n == 4 ==> -8 <= x < 8) && (n == 8 ==> -128 <= x < 128) && (n == 16 ==> -32768 <= x < 32768) &&
  @   (n == 32 ==> -2147483648 <= x < 2147483648) &&
  @   (n == 64 ==> -9223372036854775808 <= x < 9223372036854775808);
  @ predicate is_min(integer x, integer n) = in_int(x, n) && !in_int(x - 1, n);
  @ predicate is_max(integer x, integer n) = in_int(x, n) && !in_int(x + 1, n);
  @ predicate congruent(integer x, integer y, integer n) =
  @   (n == 4 ==> (x - y) % 16 == 0) && (n == 8 ==> (x - y) % 256 == 0) && (n == 16 ==> (x - y) % 65536 == 0) &&
  @   (n == 32 ==> (x - y) % 4294967296 == 0) && (n == 64 ==> (x - y) % 18446744073709551616 == 0);
  @ predicate is_truncated(integer q, integer a, integer b) =
  @   \abs(q * b) <= \abs(a) < \abs(q * b) + \abs(b) && (q * b >= 0 <==> a >= 0 || q == 0);
  @ predicate is_floor(integer q, integer a, integer b) =
  @   b > 0 ? q * b <= a < q * b + b : q * b >= a > q * b + b;
  @ lemma through_words: \forall integer x, y, z, n;
  @   is_width(n) && congruent(x, y, 64) && congruent(y, z, n) ==> congruent(x, z, n);
  @ lemma word: \forall integer x; congruent(x, (uint64_t)x, 64);
  @ lemma word_wraps: \forall integer x, y, n;
  @   is_width(n) && congruent((uint64_t)x, y, n) ==> congruent(x, y, n);
  @ lemma word_of_signed: \forall integer a;
  @   in_int(a, 64) ==> (uint64_t)a == (a < 0 ? a + 18446744073709551616 : a);
  @
  @ logic integer times(integer a, integer b) = a * b;
  @ lemma left_word: \forall integer a, b, x;
  @   x == a + 18446744073709551616 ==> congruent(times(a, b), times(x, b), 64);
  @ lemma right_word: \forall integer a, b, y;
  @   y == b + 18446744073709551616 ==> congruent(times(a, b), times(a, y), 64);
  @ lemma both_words: \forall integer a, b, x, y;
  @   x == a + 18446744073709551616 && y == b + 18446744073709551616 ==> congruent(times(a, b), times(x, y), 64);
  @*/

/* The number in [0, 2^bits - 1] congruent to x modulo 2^bits. */
/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_uint(\result, bits);
  @ ensures wrap: congruent(x, \result, bits);
  @*/
static inline uint64_t uint_wrap(uint64_t x, unsigned bits) {
  switch (bits) {
    case 4:
      return x % 16;
    case 8:
      return x % 256;
    case 16:
      return x % 65536;
    case 32:
      return x % 4294967296;
    default:
      return x;
  }
}

/* The number in [-2^(bits-1), 2^(bits-1) - 1] congruent to x modulo 2^bits. */
/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures wrap: congruent(x, \result, bits);
  @*/
static inline int64_t int_wrap(uint64_t x, unsigned bits) {
  const uint64_t residue = uint_wrap(x, bits);
  const uint64_t below = uint_wrap(UINT64_MAX - residue, bits); /* 2^bits - 1 - residue */
  return residue <= below ? (int64_t)residue : -(int64_t)below - 1;
}

/*@ assigns \nothing;
  @ ensures \result == \abs(a);
  @*/
static inline uint64_t int_size(int64_t a) { return a < 0 ? (uint64_t)(-(a + 1)) + 1 : (uint64_t)a; }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures is_min(\result, bits);
  @*/
static inline int64_t int_lowest(unsigned bits) {
  switch (bits) {
    case 4:
      return -8;
    case 8:
      return INT8_MIN;
    case 16:
      return INT16_MIN;
    case 32:
      return INT32_MIN;
    default:
      return INT64_MIN;
  }
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures is_max(\result, bits) && \result >= 0;
  @*/
static inline int64_t int_highest(unsigned bits) { return -(int_lowest(bits) + 1); }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures in_uint(\result, bits) && !in_uint(\result + 1, bits);
  @*/
static inline uint64_t uint_highest(unsigned bits) { return uint_wrap(UINT64_MAX, bits); }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_uint(\result, bits);
  @ ensures wrap: congruent(a + b, \result, bits);
  @*/
static inline uint64_t uint_add(uint64_t a, uint64_t b, unsigned bits) { return uint_wrap(a + b, bits); }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_uint(\result, bits);
  @ ensures wrap: congruent(a * b, \result, bits);
  @*/
static inline uint64_t uint_mul(uint64_t a, uint64_t b, unsigned bits) { return uint_wrap(a * b, bits); }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures wrap: congruent(a + b, \result, bits);
  @*/
static inline int64_t int_add(int64_t a, int64_t b, unsigned bits) {
  const uint64_t sum = (uint64_t)a + (uint64_t)b;
  /*@ assert congruent(a + b, sum, 64); */
  return int_wrap(sum, bits);
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_uint(\result, bits);
  @ ensures wrap: congruent(a - b, \result, bits);
  @*/
static inline uint64_t uint_sub(uint64_t a, uint64_t b, unsigned bits) { return uint_wrap(a - b, bits); }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures wrap: congruent(a - b, \result, bits);
  @*/
static inline int64_t int_sub(int64_t a, int64_t b, unsigned bits) {
  const uint64_t difference = (uint64_t)a - (uint64_t)b;
  /*@ assert congruent(a - b, difference, 64); */
  return int_wrap(difference, bits);
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures wrap: congruent(a * b, \result, bits);
  @*/
static inline int64_t int_mul(int64_t a, int64_t b, unsigned bits) {
  const uint64_t product = (uint64_t)a * (uint64_t)b;
  /*@ assert word_a: (uint64_t)a == (a < 0 ? a + 18446744073709551616 : a); */
  /*@ assert word_b: (uint64_t)b == (b < 0 ? b + 18446744073709551616 : b); */
  /*@ assert neither: a >= 0 && b >= 0 ==> congruent(times(a, b), times((uint64_t)a, (uint64_t)b), 64); */
  /*@ assert left: a < 0 && b >= 0 ==> congruent(times(a, b), times((uint64_t)a, (uint64_t)b), 64); */
  /*@ assert right: a >= 0 && b < 0 ==> congruent(times(a, b), times((uint64_t)a, (uint64_t)b), 64); */
  /*@ assert both: a < 0 && b < 0 ==> congruent(times(a, b), times((uint64_t)a, (uint64_t)b), 64); */
  /*@ assert words: congruent(times(a, b), times((uint64_t)a, (uint64_t)b), 64); */
  /*@ assert congruent(a * b, product, 64); */
  return int_wrap(product, bits);
}

/* -a, which is a where a is the smallest number. */
/*@ requires is_width(bits);
  @ requires in_int(a, bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures overflow: is_min(a, bits) ==> \result == a;
  @ ensures negated: !is_min(a, bits) ==> \result == -a;
  @ ensures wrap: congruent(-a, \result, bits);
  @*/
static inline int64_t int_negate(int64_t a, unsigned bits) { return a == int_lowest(bits) ? a : -a; }

/* |a|, which is a where a is the smallest number. */
/*@ requires is_width(bits);
  @ requires in_int(a, bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures overflow: is_min(a, bits) ==> \result == a;
  @ ensures same: a >= 0 ==> \result == a;
  @ ensures negated: a < 0 && !is_min(a, bits) ==> \result == -a;
  @ ensures wrap: congruent(\abs(a), \result, bits);
  @*/
static inline int64_t int_abs(int64_t a, unsigned bits) { return a < 0 ? int_negate(a, bits) : a; }

/*@ assigns \nothing;
  @ ensures \result == \max(a, b);
  @*/
static inline uint64_t uint_max(uint64_t a, uint64_t b) { return a < b ? b : a; }

/*@ assigns \nothing;
  @ ensures \result == \min(a, b);
  @*/
static inline uint64_t uint_min(uint64_t a, uint64_t b) { return b < a ? b : a; }

/*@ assigns \nothing;
  @ ensures \result == \max(a, b);
  @*/
static inline int64_t int_max(int64_t a, int64_t b) { return a < b ? b : a; }

/*@ assigns \nothing;
  @ ensures \result == \min(a, b);
  @*/
static inline int64_t int_min(int64_t a, int64_t b) { return b < a ? b : a; }

/* Quotients, b != 0. MIN / -1 wraps to MIN. */
/*@ requires b != 0;
  @ assigns \nothing;
  @ ensures is_floor(\result, a, b);
  @*/
static inline uint64_t uint_div(uint64_t a, uint64_t b) { return a / b; }

/*@ requires is_width(bits);
  @ requires in_int(a, bits) && in_int(b, bits);
  @ requires b != 0;
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures quotient: !(is_min(a, bits) && b == -1) ==> is_truncated(\result, a, b);
  @ ensures overflow: is_min(a, bits) && b == -1 ==> \result == a;
  @*/
static inline int64_t int_div_truncate(int64_t a, int64_t b, unsigned bits) {
  return b == -1 ? int_negate(a, bits) : a / b;
}

/*@ requires is_width(bits);
  @ requires in_int(a, bits) && in_int(b, bits);
  @ requires b != 0;
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures quotient: !(is_min(a, bits) && b == -1) ==> is_floor(\result, a, b);
  @ ensures overflow: is_min(a, bits) && b == -1 ==> \result == a;
  @*/
static inline int64_t int_div_floor(int64_t a, int64_t b, unsigned bits) {
  if (b == -1) return int_negate(a, bits);
  return a % b != 0 && (a < 0) != (b < 0) ? a / b - 1 : a / b;
}

/* Whether the exact result is out of range, so that the one above is wrapped. */
/*@ requires is_width(bits);
  @ requires in_uint(a, bits) && in_uint(b, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_uint(a + b, bits);
  @*/
static inline int uint_add_wraps(uint64_t a, uint64_t b, unsigned bits) { return uint_add(a, b, bits) < a; }

/*@ requires is_width(bits);
  @ requires in_int(a, bits) && in_int(b, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_int(a + b, bits);
  @*/
static inline int int_add_wraps(int64_t a, int64_t b, unsigned bits) {
  return b < 0 ? a < int_lowest(bits) - b : a > int_highest(bits) - b;
}

/*@ requires is_width(bits);
  @ requires in_uint(a, bits) && in_uint(b, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_uint(a - b, bits);
  @*/
static inline int uint_sub_wraps(uint64_t a, uint64_t b, unsigned bits) { return uint_sub(a, b, bits) > a; }

/*@ requires is_width(bits);
  @ requires in_int(a, bits) && in_int(b, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_int(a - b, bits);
  @*/
static inline int int_sub_wraps(int64_t a, int64_t b, unsigned bits) {
  return b < 0 ? a > int_highest(bits) + b : a < int_lowest(bits) + b;
}

/* Where the negative and the absolute value of a wrap. */
/*@ requires is_width(bits);
  @ requires in_int(a, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_int(-a, bits);
  @ ensures \result != 0 <==> !in_int(\abs(a), bits);
  @*/
static inline int int_negate_wraps(int64_t a, unsigned bits) { return a == int_lowest(bits); }

/*@ requires is_width(bits);
  @ requires in_uint(a, bits) && in_uint(b, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_uint(a * b, bits);
  @*/
static inline int uint_mul_wraps(uint64_t a, uint64_t b, unsigned bits) {
  const wide product = wide_product(a, b);
  return product.high != 0 || uint_wrap(product.low, bits) != product.low;
}

/*@ requires is_width(bits);
  @ requires in_int(a, bits) && in_int(b, bits);
  @ assigns \nothing;
  @ ensures \result != 0 <==> !in_int(a * b, bits);
  @*/
static inline int int_mul_wraps(int64_t a, int64_t b, unsigned bits) {
  const uint64_t size_a = int_size(a), size_b = int_size(b);
  const uint64_t most = int_size(int_lowest(bits)) - ((a < 0) == (b < 0));
  const wide product = wide_product(size_a, size_b);
  return product.high != 0 || product.low > most;
}

/*@ requires is_width(bits);
  @ requires in_int(a, bits) && in_int(b, bits);
  @ requires b != 0;
  @ assigns \nothing;
  @ ensures \result != 0 <==> is_min(a, bits) && b == -1;
  @*/
static inline int int_div_wraps(int64_t a, int64_t b, unsigned bits) { return b == -1 && a == int_lowest(bits); }

/*@ requires b != 0;
  @ assigns \nothing;
  @ ensures is_truncated(a / b, a, b);
  @ ensures \result != 0 <==> !is_floor(a / b, a, b);
  @*/
static inline int int_div_floor_differs(int64_t a, int64_t b) { return b != -1 && a % b != 0 && (a < 0) != (b < 0); }

#endif
