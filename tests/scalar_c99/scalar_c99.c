/* SPDX-License-Identifier: Apache-2.0
 * The scalar text compiled as C99, behind functions that the C++ tests compare with their own compilation of it. */
#include "scalar/binary.h"
#include "scalar/floats.h"
#include "scalar/integer.h"
#include "scalar/nibble.h"
#include "scalar/size.h"

uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, uint64_t a, uint64_t b, uint64_t c,
                    unsigned* events);
uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, uint64_t a, uint64_t b, uint64_t c,
                    unsigned* events) {
  const binary_format f = binary_format_of(bits, fraction);
  switch (operation) {
    case 0:
      return binary_add(f, a, b, events);
    case 1:
      return binary_mul(f, a, b, events);
    case 2:
      return binary_div(f, a, b, events);
    default:
      return binary_fma(f, a, b, c, events);
  }
}

uint64_t c99_native(int operation, unsigned bits, uint64_t a, uint64_t b, uint64_t c);
uint64_t c99_native(int operation, unsigned bits, uint64_t a, uint64_t b, uint64_t c) {
  if (bits == 32) {
    const float x = f32_of_bits((uint32_t)a), y = f32_of_bits((uint32_t)b), z = f32_of_bits((uint32_t)c);
    switch (operation) {
      case 0:
        return f32_bits(f32_add(x, y));
      case 1:
        return f32_bits(f32_mul(x, y));
      case 2:
        return f32_bits(f32_div(x, y));
      default:
        return f32_bits(f32_fma(x, y, z));
    }
  }
  switch (operation) {
    case 0:
      return f64_bits(f64_add(f64_of_bits(a), f64_of_bits(b)));
    case 1:
      return f64_bits(f64_mul(f64_of_bits(a), f64_of_bits(b)));
    case 2:
      return f64_bits(f64_div(f64_of_bits(a), f64_of_bits(b)));
    default:
      return f64_bits(f64_fma(f64_of_bits(a), f64_of_bits(b), f64_of_bits(c)));
  }
}

int64_t c99_int(int operation, int64_t a, int64_t b, unsigned bits);
int64_t c99_int(int operation, int64_t a, int64_t b, unsigned bits) {
  switch (operation) {
    case 0:
      return int_add(a, b, bits);
    case 1:
      return int_mul(a, b, bits);
    case 2:
      return int_div_floor(a, b, bits);
    default:
      return int_div_truncate(a, b, bits);
  }
}
