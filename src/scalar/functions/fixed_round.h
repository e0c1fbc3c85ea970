/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. The rounding of a real value that is known to lie between two numbers: settled where both ends round alike,
 * because rounding never changes an order. */
#ifndef ETALON_SCALAR_FIXED_ROUND_H
#define ETALON_SCALAR_FIXED_ROUND_H

#include <stdint.h>

#include "scalar/binary.h"
#include "scalar/functions/fixed_functions.h"

/* The highest four words, the last bit being sticky: at least 97 bits, more than any format has. Not of zero. */
static inline binary_exact binary_of_fixed(uint64_t sign, const fixed* a, int exponent) {
  uint64_t half[2] = {0, 0};
  unsigned top = a->words, k;
  while (a->word[top] == 0) --top;
  for (k = 0; k < 4; ++k) half[k / 2] = half[k / 2] << 32 | (k <= top ? a->word[top - k] : 0);
  for (k = 4; k <= top; ++k) half[1] |= a->word[top - k] != 0;
  return binary_exact_of(sign, wide_of(half[0], half[1]), exponent + 32 * ((int)top - 3 - (int)a->words));
}

/* Rounds both ends of the enclosure of a value that is no number of the format, hence inexact. Where they differ, 0,
 * and nothing is changed. An end that is itself a number of the format has no underflow, and is not taken for settled.
 */
static inline int enclosure_round(binary_format f, const enclosure* e, uint64_t* result, unsigned* events) {
  const fixed error = fixed_of(e->value.words, e->error, -32 * (int)e->value.words);
  const uint64_t sign = e->negative ? binary_sign_bit(f) : 0;
  unsigned low_events = 0, high_events = 0;
  uint64_t low_result, high_result;
  fixed low, high;
  if (!fixed_less(&error, &e->value)) return 0;
  low = fixed_difference(e->value, &error);
  high = fixed_sum(e->value, &error);
  low_result = binary_round(f, binary_of_fixed(sign, &low, e->exponent), &low_events);
  high_result = binary_round(f, binary_of_fixed(sign, &high, e->exponent), &high_events);
  if (low_result != high_result || (low_events | EVENT_INEXACT) != (high_events | EVENT_INEXACT)) return 0;
  *result = low_result;
  *events |= low_events | EVENT_INEXACT;
  return 1;
}

#endif
