/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The value of an element of any type, exactly: what a conversion passes through. Each type has one function
 * that makes it and one that rounds it into the type, so that n types need 2n functions and not n^2. Those of the
 * integers and of bool are here; those of the floating-point formats, which round, are in binary.h. The contracts are
 * proved about this text as it is (docs/proofs.md). */
#ifndef ETALON_SCALAR_EXACT_VALUE_H
#define ETALON_SCALAR_EXACT_VALUE_H

#include <stdint.h>

#include "scalar/events.h"
#include "scalar/integer.h"

/* Where the value comes from matters: an integer that is out of range wraps, a floating-point number saturates. */
enum {
  VALUE_INTEGER,   /* its exponent is 0 */
  VALUE_FLOATING,  /* finite */
  VALUE_INFINITE,  /* has a sign only */
  VALUE_NAN,       /* quiet; has neither sign nor payload */
  VALUE_SIGNALLING /* a NaN that is an invalid operand */
};

/* (-1)^negative * significand * 2^exponent */
typedef struct {
  int kind, negative;
  uint64_t significand;
  int exponent;
} exact_value;

/*@ predicate is_integer(exact_value x) = x.kind == VALUE_INTEGER && x.exponent == 0;
  @ logic integer integer_of(exact_value x) = x.negative != 0 ? -x.significand : x.significand;
  @ predicate is_nan(exact_value x) = x.kind == VALUE_NAN || x.kind == VALUE_SIGNALLING;
  @ predicate is_end(integer x, integer negative, integer n) =
  @   (negative != 0 ==> is_min(x, n)) && (negative == 0 ==> is_max(x, n));
  @*/

/*@ assigns \nothing;
  @ ensures \result.kind == kind && \result.negative == negative && \result.significand == significand &&
  @   \result.exponent == exponent;
  @*/
static inline exact_value exact_value_of(int kind, int negative, uint64_t significand, int exponent) {
  exact_value x;
  x.kind = kind;
  x.negative = negative;
  x.significand = significand;
  x.exponent = exponent;
  return x;
}

/* ---- made ----------------------------------------------------------------------------------------------------- */

/*@ assigns \nothing;
  @ ensures is_integer(\result) && integer_of(\result) == a;
  @*/
static inline exact_value value_of_int(int64_t a) { return exact_value_of(VALUE_INTEGER, a < 0, int_size(a), 0); }

/* Also of a bool, which is 0 or 1. */
/*@ assigns \nothing;
  @ ensures is_integer(\result) && integer_of(\result) == a;
  @*/
static inline exact_value value_of_uint(uint64_t a) { return exact_value_of(VALUE_INTEGER, 0, a, 0); }

/* ---- truncated ------------------------------------------------------------------------------------------------ */

/* The integral part of the magnitude of a finite value, cut to 64 bits. */
/*@ assigns \nothing;
  @ ensures x.exponent == 0 ==> \result == x.significand;
  @*/
static inline uint64_t value_whole(exact_value x) {
  if (x.exponent >= 0) return x.exponent < 64 ? x.significand << x.exponent : 0;
  return x.exponent > -64 ? x.significand >> -x.exponent : 0;
}

/* Whether that part has more than 64 bits; an infinity has. */
/*@ assigns \nothing;
  @ ensures x.kind == VALUE_INFINITE ==> \result == 1;
  @ ensures x.kind != VALUE_INFINITE && x.exponent == 0 ==> \result == 0;
  @*/
static inline int value_is_beyond(exact_value x) {
  if (x.kind == VALUE_INFINITE) return 1;
  return x.exponent > 0 && x.significand != 0 && (unsigned)x.exponent > leading_zeros(x.significand);
}

/* Whether a finite value has a fraction, which truncating loses. */
/*@ assigns \nothing;
  @ ensures x.exponent >= 0 ==> \result == 0;
  @ ensures x.significand == 0 ==> \result == 0;
  @*/
static inline int value_has_fraction(exact_value x) {
  if (x.exponent >= 0 || x.significand == 0) return 0;
  return x.exponent <= -64 || x.significand << (64 + x.exponent) != 0;
}

/* ---- rounded into the types (NUM-ALL-CONVERT) ------------------------------------------------------------------ */

/* What is rounded is a sign and a magnitude, which is at most this where it is in range. */
/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures negative != 0 ==> is_min(-\result, bits);
  @ ensures negative == 0 ==> is_max(\result, bits);
  @*/
static inline uint64_t int_most(int negative, unsigned bits) {
  return negative ? int_size(int_lowest(bits)) : int_size(int_highest(bits));
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures negative != 0 ==> \result == 0;
  @ ensures negative == 0 ==> in_uint(\result, bits) && !in_uint(\result + 1, bits);
  @*/
static inline uint64_t uint_most(int negative, unsigned bits) { return negative ? 0 : uint_highest(bits); }

/*@ assigns \nothing;
  @ ensures infinite: x.kind == VALUE_INFINITE ==> \result == 1;
  @ ensures whole: x.kind == VALUE_FLOATING && x.exponent == 0 ==> (\result != 0 <==> x.significand > most);
  @*/
static inline int value_exceeds(exact_value x, uint64_t most) { return value_is_beyond(x) || value_whole(x) > most; }

/* The magnitude of the result: of a floating-point number truncated and saturated, of a NaN zero, of an integer its
 * own, which is still to be wrapped. */
/*@ assigns \nothing;
  @ ensures integer: x.kind == VALUE_INTEGER ==> \result == x.significand;
  @ ensures range: x.kind != VALUE_INTEGER ==> 0 <= \result <= most;
  @ ensures infinite: x.kind == VALUE_INFINITE ==> \result == most;
  @ ensures nan: is_nan(x) ==> \result == 0;
  @ ensures whole: x.kind == VALUE_FLOATING && x.exponent == 0 ==> \result == \min(x.significand, most);
  @*/
static inline uint64_t value_size(exact_value x, uint64_t most) {
  if (x.kind == VALUE_INTEGER) return x.significand;
  if (x.kind == VALUE_NAN || x.kind == VALUE_SIGNALLING) return 0;
  return value_is_beyond(x) ? most : uint_min(value_whole(x), most);
}

/*@ assigns \nothing;
  @ ensures congruent(negative != 0 ? -size : size, \result, 64);
  @*/
static inline uint64_t word_with_sign(int negative, uint64_t size) { return negative ? 0 - size : size; }

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_int(\result, bits);
  @ ensures wrap: is_integer(x) ==> congruent(integer_of(x), \result, bits);
  @ ensures infinite: x.kind == VALUE_INFINITE ==> is_end(\result, x.negative, bits);
  @ ensures nan: is_nan(x) ==> \result == 0;
  @ ensures whole: x.kind == VALUE_FLOATING && x.exponent == 0 && in_int(integer_of(x), bits) ==>
  @   \result == integer_of(x);
  @ ensures saturated: x.kind == VALUE_FLOATING && x.exponent == 0 && !in_int(integer_of(x), bits) ==>
  @   is_end(\result, x.negative, bits);
  @*/
static inline int64_t int_of_value(exact_value x, unsigned bits) {
  const uint64_t size = value_size(x, int_most(x.negative, bits));
  return int_wrap(word_with_sign(x.negative, size), bits);
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures range: in_uint(\result, bits);
  @ ensures wrap: is_integer(x) ==> congruent(integer_of(x), \result, bits);
  @ ensures negative: x.kind != VALUE_INTEGER && x.negative != 0 ==> \result == 0;
  @ ensures infinite: x.kind == VALUE_INFINITE && x.negative == 0 ==> !in_uint(\result + 1, bits);
  @ ensures nan: is_nan(x) ==> \result == 0;
  @ ensures whole: x.kind == VALUE_FLOATING && x.exponent == 0 && in_uint(integer_of(x), bits) ==>
  @   \result == integer_of(x);
  @ ensures saturated: x.kind == VALUE_FLOATING && x.exponent == 0 && x.negative == 0 && !in_uint(integer_of(x), bits)
  @   ==> !in_uint(\result + 1, bits);
  @*/
static inline uint64_t uint_of_value(exact_value x, unsigned bits) {
  const uint64_t size = value_size(x, uint_most(x.negative, bits));
  return uint_wrap(word_with_sign(x.negative, size), bits);
}

/* A NaN is not zero. */
/*@ assigns \nothing;
  @ ensures (\result == 0 || \result == 1) &&
  @   (\result == 1 <==> is_nan(x) || x.kind == VALUE_INFINITE || x.significand != 0);
  @*/
static inline int bool_of_value(exact_value x) {
  return x.kind == VALUE_INFINITE || x.kind == VALUE_NAN || x.kind == VALUE_SIGNALLING || x.significand != 0;
}

/* ---- what happens then ----------------------------------------------------------------------------------------- */

/*@ assigns \nothing;
  @ ensures integer: x.kind == VALUE_INTEGER ==> \result == (x.significand > most ? EVENT_WRAP : 0);
  @ ensures infinite: x.kind == VALUE_INFINITE ==> \result == EVENT_SATURATED;
  @ ensures nan: x.kind == VALUE_NAN ==> \result == EVENT_NAN;
  @ ensures whole: x.kind == VALUE_FLOATING && x.exponent == 0 ==>
  @   \result == (x.significand > most ? EVENT_SATURATED : 0);
  @*/
static inline unsigned value_events(exact_value x, uint64_t most) {
  if (x.kind == VALUE_INTEGER) return x.significand > most ? EVENT_WRAP : 0;
  if (x.kind == VALUE_NAN) return EVENT_NAN;
  if (x.kind == VALUE_SIGNALLING) return EVENT_NAN | EVENT_INVALID;
  if (value_exceeds(x, most)) return EVENT_SATURATED;
  return value_has_fraction(x) ? EVENT_INEXACT : 0;
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures is_integer(x) && in_int(integer_of(x), bits) ==> \result == 0;
  @ ensures is_integer(x) && !in_int(integer_of(x), bits) ==> \result == EVENT_WRAP;
  @*/
static inline unsigned int_events_of_value(exact_value x, unsigned bits) {
  return value_events(x, int_most(x.negative, bits));
}

/*@ requires is_width(bits);
  @ assigns \nothing;
  @ ensures is_integer(x) && in_uint(integer_of(x), bits) ==> \result == 0;
  @ ensures is_integer(x) && !in_uint(integer_of(x), bits) ==> \result == EVENT_WRAP;
  @*/
static inline unsigned uint_events_of_value(exact_value x, unsigned bits) {
  return value_events(x, uint_most(x.negative, bits));
}

/*@ assigns \nothing;
  @ ensures x.kind != VALUE_SIGNALLING ==> \result == 0;
  @*/
static inline unsigned bool_events_of_value(exact_value x) { return x.kind == VALUE_SIGNALLING ? EVENT_INVALID : 0; }

#endif
