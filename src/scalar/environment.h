/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. Whether float and double are computed here as IEEE 754 wants them by default: what a compiler must offer is
 * refused by compiler.h, what options and a thread's state can spoil is looked for at run time. */
#ifndef ETALON_SCALAR_ENVIRONMENT_H
#define ETALON_SCALAR_ENVIRONMENT_H

#include <stdint.h>

#include "scalar/compiler.h"
#include "scalar/named/floats.h"

enum {
  ENVIRONMENT_RIGHT = 0,
  ENVIRONMENT_ROUNDING = 1,   /* not to the nearest, of two the even one */
  ENVIRONMENT_FLUSHED = 2,    /* subnormal operands or results become zeros */
  ENVIRONMENT_CONTRACTED = 3, /* a product that is added to something is not rounded */
  ENVIRONMENT_REARRANGED = 4  /* what is equal for real numbers is taken for equal */
};

/* A few operations of volatile numbers, so that no compiler does them beforehand. Results are looked at as patterns: a
 * comparison may flush as well. */
static inline int etalon_environment(void) {
  volatile const float one = 1, tie = 0x1p-24f, more = 0x1.8p-24f, least = 0x1p-149f, small = 0x1.000002p-126f;
  volatile const float half = 0.5f, factor = 0x1.001p0f, product = 0x1.002p0f, five = 5;
  volatile const double least_double = 0x1p-1074, small_double = 0x1.0000000000001p-1022, half_double = 0.5;
  volatile const uint32_t minus_zero = 0x80000000u; /* as a literal it may lose its sign */
  const float x = factor, y = factor, z = product;
  if (f32_bits(f32_add_any(one, tie)) != 0x3F800000u || f32_bits(f32_add_any(one, more)) != 0x3F800001u)
    return ENVIRONMENT_ROUNDING;
  if (f32_bits(f32_add_any(least, least)) != 2 || f32_bits(f32_mul_any(small, half)) != 0x00400000u)
    return ENVIRONMENT_FLUSHED;
  if (f64_bits(f64_add_any(least_double, least_double)) != 2 ||
      f64_bits(f64_mul_any(small_double, half_double)) != 0x0008000000000000u)
    return ENVIRONMENT_FLUSHED;
  /* (1 + 2^-12)^2 is 2^-24 more than 1 + 2^-11, which it is rounded to. */
  if (f32_bits(f32_sub_any(f32_mul_any(x, y), z)) != 0) return ENVIRONMENT_CONTRACTED;
  /* A compiler that ignores the signs of zeros, which it also does to add in another order, takes x + 0 for x; one that
   * multiplies by reciprocals has another 5 / 3. */
  if (f32_bits(f32_of_bits(minus_zero) + 0.0f) != 0 || f32_bits(five / 3.0f) != 0x3FD55555u)
    return ENVIRONMENT_REARRANGED;
  return ENVIRONMENT_RIGHT;
}

#endif
