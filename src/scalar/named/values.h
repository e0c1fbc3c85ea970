/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The exact value of a number of each type, and each type's number for an exact value: what conversions,
 * exponents and exact quotients are made of. */
#ifndef ETALON_SCALAR_NAMED_VALUES_H
#define ETALON_SCALAR_NAMED_VALUES_H

#include <stdint.h>

#include "scalar/floats.h"
#include "scalar/named/types.h"

#define NAMED_ROW(P, type, word, format)                                                       \
  static inline exact_value value_of_##P(type x) { return binary_value(format, P##_bits(x)); } \
  static inline type P##_of_value(exact_value x) {                                             \
    unsigned events = 0;                                                                       \
    return P##_of_bits((word)binary_of_value(format, x, &events));                             \
  }
NAMED_FLOATS(NAMED_ROW)
#undef NAMED_ROW

#define NAMED_ROW(I, type, bits)                                             \
  static inline exact_value value_of_##I(type x) { return value_of_int(x); } \
  static inline type I##_of_value(exact_value x) { return (type)int_of_value(x, bits); }
NAMED_SIGNED(NAMED_ROW)
#undef NAMED_ROW

#define NAMED_ROW(I, type, bits)                                              \
  static inline exact_value value_of_##I(type x) { return value_of_uint(x); } \
  static inline type I##_of_value(exact_value x) { return (type)uint_of_value(x, bits); }
NAMED_UNSIGNED(NAMED_ROW)
#undef NAMED_ROW

static inline exact_value value_of_truth(int x) { return value_of_uint(x != 0 ? 1 : 0); }
static inline int truth_of_value(exact_value x) { return bool_of_value(x); }

#endif
