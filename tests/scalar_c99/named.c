/* SPDX-License-Identifier: Apache-2.0
 * See named.h. */
#include "tests/scalar_c99/named.h"

#include "scalar/environment.h"
#include "scalar/named/convert.h"
#include "scalar/named/exact.h"
#include "scalar/named/floats.h"
#include "scalar/named/functions.h"
#include "scalar/named/halves.h"
#include "scalar/named/integers.h"
#include "scalar/named/nibbles.h"
#include "scalar/named/quantise.h"
#include "scalar/named/types.h"

/* Patterns of values and back. */
#define ROW(P, type, word, format)                                            \
  static type P##_in(uint64_t pattern) { return P##_of_bits((word)pattern); } \
  static uint64_t P##_out(type x) { return P##_bits(x); }
NAMED_FLOATS(ROW)
#undef ROW
#define ROW(I, type, bits)                                                       \
  static type I##_in(uint64_t pattern) { return (type)int_wrap(pattern, bits); } \
  static uint64_t I##_out(type x) { return uint_wrap((uint64_t)x, bits); }
NAMED_SIGNED(ROW)
#undef ROW
#define ROW(I, type, bits)                                                        \
  static type I##_in(uint64_t pattern) { return (type)uint_wrap(pattern, bits); } \
  static uint64_t I##_out(type x) { return x; }
NAMED_UNSIGNED(ROW)
#undef ROW
static int truth_in(uint64_t pattern) { return truth((truth_t)pattern); }
static uint64_t truth_out(int x) { return (uint64_t)x; }

/* Arguments that the name before them takes: a type of its own for each count. */
#define GIVEN_1(P) (P##_in(p[0]))
#define GIVEN_2(P) (P##_in(p[0]), P##_in(p[1]))
#define GIVEN_3(P) (P##_in(p[0]), P##_in(p[1]), P##_in(p[2]))

/* ---- operations with values of one type ------------------------------------------------------------------------- */

#define CASE(P, operation, operands) \
  case NAMED_##operation:            \
    return P##_out(P##_##operation GIVEN_##operands(P));
#define CASE_ANY(P, operation, operands) \
  case NAMED_##operation:                \
    return P##_out(P##_one_nan(P##_##operation GIVEN_##operands(P)));
#define CASE_TRUTH(P, operation, operands) \
  case NAMED_##operation:                  \
    return (uint64_t)P##_##operation GIVEN_##operands(P);

#define CASES_OF_BOTH(P)                                                          \
  NAMES_OF_COMPARISONS(CASE_TRUTH, P)                                             \
  case NAMED_leads:                                                               \
    return (uint64_t)P##_leads(P##_in(p[0]), P##_in(p[1]), (int)p[2], (int)p[3]); \
  case NAMED_of_place:                                                            \
    return P##_out(P##_of_place((int64_t)p[0]));                                  \
  default:                                                                        \
    return UINT64_MAX;

#define CALL_OF_FLOATS(P, MORE)                                     \
  static uint64_t call_##P(int operation, const uint64_t* p) {      \
    switch (operation) {                                            \
      NAMES_OF_FLOATS(CASE, P)                                      \
      NAMES_OF_FUNCTIONS(CASE, P)                                   \
      MORE(CASE_ANY, P)                                             \
      CASE_TRUTH(P, below, 2)                                       \
      CASE_TRUTH(P, is_nan, 1)                                      \
      CASE_TRUTH(P, is_lowest, 1)                                   \
      case NAMED_div_count:                                         \
        return P##_out(P##_div_count(P##_in(p[0]), (int64_t)p[1])); \
      case NAMED_power:                                             \
        return P##_out(P##_power(P##_in(p[0]), (unsigned)p[1]));    \
        CASES_OF_BOTH(P)                                            \
    }                                                               \
  }
#define NO_MORE(CASE, P)
CALL_OF_FLOATS(f16, NO_MORE)
CALL_OF_FLOATS(bf16, NO_MORE)
CALL_OF_FLOATS(f32, NAMES_OF_ANY)
CALL_OF_FLOATS(f64, NAMES_OF_ANY)

#define CALL_OF_INTEGERS(I, MORE)                              \
  static uint64_t call_##I(int operation, const uint64_t* p) { \
    switch (operation) {                                       \
      NAMES_OF_INTEGERS(CASE, I)                               \
      NAMES_OF_QUOTIENTS(CASE, I)                              \
      MORE(I)                                                  \
      CASE_TRUTH(I, is_zero, 1)                                \
      CASE(I, sum_step, 3)                                     \
      CASE(I, sum_scale, 2)                                    \
      case NAMED_sum_started:                                  \
        return I##_out(I##_sum_finish(I##_sum_start()));       \
        CASES_OF_BOTH(I)                                       \
    }                                                          \
  }
#define NEGATE(I) CASE(I, negate, 1)
#define NO_NEGATE(I)
#define ROW(I, type, bits) CALL_OF_INTEGERS(I, NEGATE)
NAMED_SIGNED(ROW)
#undef ROW
#define ROW(I, type, bits) CALL_OF_INTEGERS(I, NO_NEGATE)
NAMED_UNSIGNED(ROW)
#undef ROW

uint64_t named_call(int type, int operation, const uint64_t* operands) {
  switch (type) {
#define TYPE(P)        \
  case NAMED_TYPE_##P: \
    return call_##P(operation, operands);
    NAMED_NUMBERS(TYPE)
#undef TYPE
    default:
      return UINT64_MAX;
  }
}

/* ---- conversions ------------------------------------------------------------------------------------------------ */

#define CONVERT(to, from) \
  case NAMED_TYPE_##from: \
    return to##_out(to##_of_##from(from##_in(x)));
#define CONVERSIONS(to)                                   \
  static uint64_t convert_to_##to(int from, uint64_t x) { \
    switch (from) {                                       \
      CONVERT(to, f16)                                    \
      CONVERT(to, bf16)                                   \
      CONVERT(to, f32)                                    \
      CONVERT(to, f64)                                    \
      CONVERT(to, i4)                                     \
      CONVERT(to, i8)                                     \
      CONVERT(to, i16)                                    \
      CONVERT(to, i32)                                    \
      CONVERT(to, i64)                                    \
      CONVERT(to, u4)                                     \
      CONVERT(to, u8)                                     \
      CONVERT(to, u16)                                    \
      CONVERT(to, u32)                                    \
      CONVERT(to, u64)                                    \
      CONVERT(to, truth)                                  \
      default:                                            \
        return UINT64_MAX;                                \
    }                                                     \
  }
NAMED_NUMBERS(CONVERSIONS)
CONVERSIONS(truth)

uint64_t named_convert(int to, int from, uint64_t x) {
  switch (to) {
#define TYPE(P)        \
  case NAMED_TYPE_##P: \
    return convert_to_##P(from, x);
    NAMED_NUMBERS(TYPE)
    TYPE(truth)
#undef TYPE
    default:
      return UINT64_MAX;
  }
}

uint64_t named_any_double_of_float(uint64_t x) { return f64_out(f64_one_nan(f64_of_f32_any(f32_in(x)))); }
uint64_t named_any_float_of_double(uint64_t x) { return f32_out(f32_one_nan(f32_of_f64_any(f64_in(x)))); }

/* ---- sums ------------------------------------------------------------------------------------------------------- */

#define EXACT(P, sum_type)                                                                     \
  static uint64_t exact_##P(const uint64_t* p, size_t steps, int scaled, int end, int64_t n) { \
    sum_type s;                                                                                \
    size_t k;                                                                                  \
    P##_exact_start(&s);                                                                       \
    for (k = 0; k < steps; ++k) P##_exact_step(&s, P##_in(p[2 * k]), P##_in(p[2 * k + 1]));    \
    if (scaled) P##_exact_scale(&s, P##_in(p[2 * steps]));                                     \
    return P##_out(end == NAMED_QUOTIENT ? P##_exact_quotient(&s, n)                           \
                   : end == NAMED_ROOT   ? P##_exact_root(&s)                                  \
                                         : P##_exact_finish(&s));                                \
  }
#define ROW(P, type, word, format) EXACT(P, exact_sum)
NAMED_FLOATS(ROW)
#undef ROW
#define ROW(I, type, bits) EXACT(I, integer_sum)
NAMED_SIGNED(ROW)
NAMED_UNSIGNED(ROW)
#undef ROW

uint64_t named_exact(int type, const uint64_t* operands, size_t steps, int scaled, int end, int64_t n) {
  switch (type) {
#define TYPE(P)        \
  case NAMED_TYPE_##P: \
    return exact_##P(operands, steps, scaled, end, n);
    NAMED_NUMBERS(TYPE)
#undef TYPE
    default:
      return UINT64_MAX;
  }
}

/* ---- exponents and exact numbers -------------------------------------------------------------------------------- */

uint64_t named_pow(int type, uint64_t x, const exact_value* exponent) {
  switch (type) {
#define TYPE(P)        \
  case NAMED_TYPE_##P: \
    return P##_out(P##_pow(P##_in(x), *exponent));
    NAMED_NUMBERS(TYPE)
#undef TYPE
    default:
      return UINT64_MAX;
  }
}

void named_exponent(int type, uint64_t x, exact_value* exponent) {
  switch (type) {
#define TYPE(P)                             \
  case NAMED_TYPE_##P:                      \
    *exponent = exponent_of_##P(P##_in(x)); \
    break;
    NAMED_NUMBERS(TYPE)
#undef TYPE
    default:
      break;
  }
}

void named_fraction(int type, uint64_t x, fraction* exact) {
  switch (type) {
#define TYPE(P)                       \
  case NAMED_TYPE_##P:                \
    *exact = exact_of_##P(P##_in(x)); \
    break;
    NAMED_NUMBERS(TYPE)
#undef TYPE
    default:
      break;
  }
}

void named_product(const fraction* a, const fraction* b, fraction* product) { *product = exact_product(*a, *b); }
void named_quotient(const fraction* a, const fraction* b, fraction* quotient) { *quotient = exact_quotient(*a, *b); }

uint64_t named_of_exact(int type, const fraction* exact) {
  switch (type) {
#define ROW(P, type, word, format) \
  case NAMED_TYPE_##P:             \
    return P##_out(P##_of_exact(*exact));
    NAMED_FLOATS(ROW)
#undef ROW
    default:
      return UINT64_MAX;
  }
}

uint64_t named_quantised(int type, const fraction* exact, uint64_t zero_point) {
  switch (type) {
#define TYPE(I)        \
  case NAMED_TYPE_##I: \
    return I##_out(I##_quantised(*exact, I##_in(zero_point)));
    TYPE(i4)
    TYPE(i8)
    TYPE(i16)
    TYPE(u4)
    TYPE(u8)
    TYPE(u16)
#undef TYPE
    default:
      return UINT64_MAX;
  }
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

void named_nibble(int is_signed, const uint8_t* source, int32_t from, uint8_t* target, int32_t to) {
  if (is_signed)
    i4_store(target, to, i4_load(source, from));
  else
    u4_store(target, to, u4_load(source, from));
}

int32_t named_place(int bits, int64_t v, int32_t n) {
  return bits == 64 ? place_of_i64(v, n) : place_of_i32((int32_t)v, n);
}

int named_truth(uint8_t x) { return truth(x); }
int named_environment(void) { return etalon_environment(); }
