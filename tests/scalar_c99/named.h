/* SPDX-License-Identifier: Apache-2.0
 * The names of scalar/named behind a few functions of patterns, compiled as C99: what the C++ tests call. */
#ifndef ETALON_TESTS_SCALAR_C99_NAMED_H
#define ETALON_TESTS_SCALAR_C99_NAMED_H

#include <stddef.h>
#include <stdint.h>

#include "scalar/exact_value.h"
#include "scalar/fraction.h"

/* NAME(P, operation, operands) of a type's values with one result of it. */
#define NAMES_OF_FLOATS(NAME, P) \
  NAME(P, add, 2)                \
  NAME(P, sub, 2)                \
  NAME(P, mul, 2)                \
  NAME(P, div, 2)                \
  NAME(P, fma, 3)                \
  NAME(P, max, 2)                \
  NAME(P, min, 2)                \
  NAME(P, larger, 2)             \
  NAME(P, smaller, 2)            \
  NAME(P, negate, 1)             \
  NAME(P, abs, 1)                \
  NAME(P, sqrt, 1)               \
  NAME(P, root_of_squares, 1)    \
  NAME(P, floor, 1)              \
  NAME(P, ceil, 1)               \
  NAME(P, nearest, 1)            \
  NAME(P, one_nan, 1)
#define NAMES_OF_FUNCTIONS(NAME, P) \
  NAME(P, exp, 1)                   \
  NAME(P, log, 1)                   \
  NAME(P, sigmoid, 1)               \
  NAME(P, tanh, 1)                  \
  NAME(P, erf, 1)                   \
  NAME(P, sin, 1)                   \
  NAME(P, cos, 1)                   \
  NAME(P, acos, 1)
#define NAMES_OF_ANY(NAME, P) \
  NAME(P, add_any, 2)         \
  NAME(P, sub_any, 2)         \
  NAME(P, mul_any, 2)         \
  NAME(P, div_any, 2)         \
  NAME(P, fma_any, 3)         \
  NAME(P, sqrt_any, 1)
#define NAMES_OF_INTEGERS(NAME, P) \
  NAME(P, add, 2)                  \
  NAME(P, sub, 2)                  \
  NAME(P, mul, 2)                  \
  NAME(P, max, 2)                  \
  NAME(P, min, 2)                  \
  NAME(P, larger, 2)               \
  NAME(P, smaller, 2)              \
  NAME(P, abs, 1)
#define NAMES_OF_QUOTIENTS(NAME, P) \
  NAME(P, div_floor, 2)             \
  NAME(P, div_truncate, 2)
/* The same with a truth value as the result. */
#define NAMES_OF_COMPARISONS(NAME, P) \
  NAME(P, less, 2)                    \
  NAME(P, equal, 2)                   \
  NAME(P, less_or_equal, 2)

#define NAMED_ID(P, operation, operands) NAMED_##operation,
enum named_operation {
  NAMES_OF_FLOATS(NAMED_ID, ) NAMES_OF_FUNCTIONS(NAMED_ID, ) NAMES_OF_ANY(NAMED_ID, ) NAMES_OF_QUOTIENTS(NAMED_ID, )
      NAMES_OF_COMPARISONS(NAMED_ID, ) NAMED_below,
  NAMED_is_nan,
  NAMED_is_lowest,
  NAMED_is_zero,
  NAMED_sum_step,
  NAMED_sum_scale,
  NAMED_sum_started,
  NAMED_leads,     /* of two values; the third is what is wanted, the fourth the tie */
  NAMED_div_count, /* the second is a count */
  NAMED_power,     /* the second is in quarters */
  NAMED_of_place   /* of a place */
};
#undef NAMED_ID

/* In the order of tensor/dtype.def. */
#define NAMED_NUMBERS(TYPE) \
  TYPE(f16)                 \
  TYPE(bf16)                \
  TYPE(f32)                 \
  TYPE(f64)                 \
  TYPE(i4)                  \
  TYPE(i8)                  \
  TYPE(i16)                 \
  TYPE(i32)                 \
  TYPE(i64)                 \
  TYPE(u4)                  \
  TYPE(u8)                  \
  TYPE(u16)                 \
  TYPE(u32)                 \
  TYPE(u64)
#define NAMED_ID(type) NAMED_TYPE_##type,
enum named_type { NAMED_NUMBERS(NAMED_ID) NAMED_TYPE_truth, NAMED_TYPES };
#undef NAMED_ID

enum named_end { NAMED_FINISH, NAMED_QUOTIENT, NAMED_ROOT };

#ifdef __cplusplus
extern "C" {
#endif

uint64_t named_call(int type, int operation, const uint64_t* operands);
uint64_t named_convert(int to, int from, uint64_t x);
uint64_t named_any_double_of_float(uint64_t x);
uint64_t named_any_float_of_double(uint64_t x);
/* The sum of `steps` products of neighbours, multiplied by what follows them where it is to be scaled. */
uint64_t named_exact(int type, const uint64_t* operands, size_t steps, int scaled, int end, int64_t n);
uint64_t named_pow(int type, uint64_t x, const exact_value* exponent);
void named_exponent(int type, uint64_t x, exact_value* exponent);
void named_fraction(int type, uint64_t x, fraction* exact);
void named_product(const fraction* a, const fraction* b, fraction* product);
void named_quotient(const fraction* a, const fraction* b, fraction* quotient);
uint64_t named_of_exact(int type, const fraction* exact);                       /* floating-point types */
uint64_t named_quantised(int type, const fraction* exact, uint64_t zero_point); /* integers of up to 16 bits */
/* Loads element `from` as int4 or uint4 and stores it as element `to`. */
void named_nibble(int is_signed, const uint8_t* source, int32_t from, uint8_t* target, int32_t to);
int32_t named_place(int bits, int64_t v, int32_t n);
int named_truth(uint8_t x);
int named_environment(void);

#ifdef __cplusplus
}
#endif

#endif
