/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. What can happen to one element that a user may want counted. Bits, so that several can happen at once. */
#ifndef ETALON_SCALAR_EVENTS_H
#define ETALON_SCALAR_EVENTS_H

enum {
  EVENT_INVALID = 1u << 0,        /* no usual value: 0*inf, inf-inf, 0/0, or a signalling NaN operand */
  EVENT_DIVIDE_BY_ZERO = 1u << 1, /* finite non-zero / 0 */
  EVENT_OVERFLOW = 1u << 2,       /* rounded beyond the largest finite number */
  EVENT_UNDERFLOW = 1u << 3,      /* tiny after rounding, and inexact */
  EVENT_INEXACT = 1u << 4,        /* rounded */
  EVENT_WRAP = 1u << 5,           /* the exact integer result is out of range */
  EVENT_FLOOR = 1u << 6,          /* floor and truncated quotient differ */
  EVENT_SATURATED = 1u << 7,      /* a number beyond the integer type gives the type's end */
  EVENT_NAN = 1u << 8,            /* a NaN gives the integer that stands for 0 */
  EVENT_TIE = 1u << 9,            /* a number half way between two integers gives the even one */
  EVENT_KINDS = 10
};

#endif
