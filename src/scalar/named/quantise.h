/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The names of numbers that are not rounded: products of elements and one quotient, and what they are rounded
 * into at the end. */
#ifndef ETALON_SCALAR_NAMED_QUANTISE_H
#define ETALON_SCALAR_NAMED_QUANTISE_H

#include <stdint.h>

#include "scalar/fraction.h"
#include "scalar/named/values.h"

#define NAMED_ROW(P, type, word, format)                                                     \
  static inline fraction exact_of_##P(type x) { return fraction_of_value(value_of_##P(x)); } \
  static inline type P##_of_exact(fraction x) {                                              \
    unsigned events = 0;                                                                     \
    return P##_of_bits((word)binary_of_fraction(format, x, &events));                        \
  }
NAMED_FLOATS(NAMED_ROW)
#undef NAMED_ROW
#define NAMED_ROW(I, type, bits) \
  static inline fraction exact_of_##I(type x) { return fraction_of_value(value_of_##I(x)); }
NAMED_SIGNED(NAMED_ROW)
NAMED_UNSIGNED(NAMED_ROW)
#undef NAMED_ROW

static inline fraction exact_product(fraction a, fraction b) {
  unsigned events = 0;
  return fraction_mul(a, b, &events);
}
static inline fraction exact_quotient(fraction a, fraction b) {
  unsigned events = 0;
  return fraction_div(a, b, &events);
}

/* The nearest integer plus the zero point, held within the type. */
#define NAMED_ROW(I, type, lowest, highest)                                       \
  static inline type I##_quantised(fraction exact, type zero_point) {             \
    unsigned events = 0;                                                          \
    return (type)fraction_quantised(exact, zero_point, lowest, highest, &events); \
  }
NAMED_ROW(i4, int8_t, -8, 7)
NAMED_ROW(i8, int8_t, INT8_MIN, INT8_MAX)
NAMED_ROW(i16, int16_t, INT16_MIN, INT16_MAX)
NAMED_ROW(u4, uint8_t, 0, 15)
NAMED_ROW(u8, uint8_t, 0, UINT8_MAX)
NAMED_ROW(u16, uint16_t, 0, UINT16_MAX)
#undef NAMED_ROW

#endif
