/* SPDX-License-Identifier: Apache-2.0
 * The scalar text compiled as C99, behind functions that the C++ tests compare with their own compilation of it. */
#include "scalar/binary.h"
#include "scalar/exact_sum.h"
#include "scalar/exact_value.h"
#include "scalar/floats.h"
#include "scalar/functions/functions.h"
#include "scalar/functions/pow.h"
#include "scalar/functions/power.h"
#include "scalar/integer.h"
#include "scalar/integral.h"
#include "scalar/nibble.h"
#include "scalar/order.h"
#include "scalar/size.h"

uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, uint64_t a, uint64_t b, uint64_t c,
                    unsigned* events);
uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, uint64_t a, uint64_t b, uint64_t c,
                    unsigned* events) {
  const binary_format f = binary_format_of(bits, fraction);
  if (operation >= 24 && operation < 24 + FUNCTION_KINDS) return binary_function(f, operation - 24, a, events);
  switch (operation) {
    case 0:
      return binary_add(f, a, b, events);
    case 1:
      return binary_mul(f, a, b, events);
    case 2:
      return binary_div(f, a, b, events);
    case 3:
      return binary_fma(f, a, b, c, events);
    case 4:
      return binary_sub(f, a, b, events);
    case 5:
      return (uint64_t)binary_less(f, a, b, events);
    case 20:
      return (uint64_t)binary_equal(f, a, b, events);
    case 21:
      return (uint64_t)binary_less_or_equal(f, a, b, events);
    case 22:
      return binary_div_count(f, a, b, events);
    case 23:
      return binary_power(f, a, (unsigned)b, events);
    case 40:
      return binary_pow(f, a, binary_value(f, b), events);
    case 6:
      return binary_max(f, a, b, events);
    case 7:
      return binary_min(f, a, b, events);
    case 8:
      return binary_quiet(f, a, events);
    case 9:
      return binary_negate(f, a, events);
    case 10:
      return binary_abs(f, a, events);
    case 11:
      return binary_sqrt(f, a, events);
    case 12:
      return binary_floor(f, a, events);
    case 13:
      return binary_ceil(f, a, events);
    default:
      return binary_nearest(f, a, events);
  }
}

uint64_t c99_native(int operation, unsigned bits, uint64_t a, uint64_t b, uint64_t c);
uint64_t c99_native(int operation, unsigned bits, uint64_t a, uint64_t b, uint64_t c) {
  if (bits == 32) {
    const float x = f32_of_bits((uint32_t)a), y = f32_of_bits((uint32_t)b), z = f32_of_bits((uint32_t)c);
    if (operation >= 24 && operation < 24 + FUNCTION_KINDS) return f32_bits(f32_function(operation - 24, x));
    switch (operation) {
      case 0:
        return f32_bits(f32_add(x, y));
      case 1:
        return f32_bits(f32_mul(x, y));
      case 2:
        return f32_bits(f32_div(x, y));
      case 3:
        return f32_bits(f32_fma(x, y, z));
      case 4:
        return f32_bits(f32_sub(x, y));
      case 5:
        return (uint64_t)f32_less(x, y);
      case 20:
        return (uint64_t)f32_equal(x, y);
      case 21:
        return (uint64_t)f32_less_or_equal(x, y);
      case 6:
        return f32_bits(f32_max(x, y));
      case 7:
        return f32_bits(f32_min(x, y));
      case 8:
        return f32_bits(f32_one_nan(x));
      case 9:
        return f32_bits(f32_negate(x));
      case 10:
        return f32_bits(f32_abs(x));
      case 11:
        return f32_bits(f32_sqrt(x));
      case 12:
        return f32_bits(f32_floor(x));
      case 13:
        return f32_bits(f32_ceil(x));
      default:
        return f32_bits(f32_nearest(x));
    }
  }
  if (operation >= 24 && operation < 24 + FUNCTION_KINDS) return f64_bits(f64_function(operation - 24, f64_of_bits(a)));
  switch (operation) {
    case 0:
      return f64_bits(f64_add(f64_of_bits(a), f64_of_bits(b)));
    case 1:
      return f64_bits(f64_mul(f64_of_bits(a), f64_of_bits(b)));
    case 2:
      return f64_bits(f64_div(f64_of_bits(a), f64_of_bits(b)));
    case 3:
      return f64_bits(f64_fma(f64_of_bits(a), f64_of_bits(b), f64_of_bits(c)));
    case 4:
      return f64_bits(f64_sub(f64_of_bits(a), f64_of_bits(b)));
    case 5:
      return (uint64_t)f64_less(f64_of_bits(a), f64_of_bits(b));
    case 20:
      return (uint64_t)f64_equal(f64_of_bits(a), f64_of_bits(b));
    case 21:
      return (uint64_t)f64_less_or_equal(f64_of_bits(a), f64_of_bits(b));
    case 6:
      return f64_bits(f64_max(f64_of_bits(a), f64_of_bits(b)));
    case 7:
      return f64_bits(f64_min(f64_of_bits(a), f64_of_bits(b)));
    case 8:
      return f64_bits(f64_one_nan(f64_of_bits(a)));
    case 9:
      return f64_bits(f64_negate(f64_of_bits(a)));
    case 10:
      return f64_bits(f64_abs(f64_of_bits(a)));
    case 11:
      return f64_bits(f64_sqrt(f64_of_bits(a)));
    case 12:
      return f64_bits(f64_floor(f64_of_bits(a)));
    case 13:
      return f64_bits(f64_ceil(f64_of_bits(a)));
    default:
      return f64_bits(f64_nearest(f64_of_bits(a)));
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
    case 3:
      return int_div_truncate(a, b, bits);
    case 4:
      return int_sub(a, b, bits);
    case 5:
      return int_max(a, b);
    case 6:
      return int_min(a, b);
    case 7:
      return int_negate(a, bits);
    default:
      return int_abs(a, bits);
  }
}

/* A type: 'f' floating, 'i' signed, 'u' unsigned, 'b' bool. */
uint64_t c99_cast(char from, unsigned from_bits, unsigned from_fraction, char to, unsigned to_bits,
                  unsigned to_fraction, uint64_t pattern, unsigned* events);
uint64_t c99_cast(char from, unsigned from_bits, unsigned from_fraction, char to, unsigned to_bits,
                  unsigned to_fraction, uint64_t pattern, unsigned* events) {
  exact_value x;
  if (from == 'f')
    x = binary_value(binary_format_of(from_bits, from_fraction), pattern);
  else
    x = from == 'i' ? value_of_int(int_wrap(pattern, from_bits)) : value_of_uint(pattern);
  switch (to) {
    case 'f':
      return binary_of_value(binary_format_of(to_bits, to_fraction), x, events);
    case 'i':
      *events |= int_events_of_value(x, to_bits);
      return uint_wrap((uint64_t)int_of_value(x, to_bits), to_bits);
    case 'u':
      *events |= uint_events_of_value(x, to_bits);
      return uint_of_value(x, to_bits);
    default:
      *events |= bool_events_of_value(x);
      return (uint64_t)bool_of_value(x);
  }
}
