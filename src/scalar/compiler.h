/* SPDX-License-Identifier: Apache-2.0
 * Floor 1. What the text of this folder needs of a compiler, refused where it is not there; and contraction switched
 * off where a pragma can do that. What only shows at run time is in environment.h. */
#ifndef ETALON_SCALAR_COMPILER_H
#define ETALON_SCALAR_COMPILER_H

#include <float.h>
#include <limits.h>

#ifdef __FAST_MATH__
#error "Etalon needs IEEE 754 arithmetic: compile without -ffast-math"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0
#error "Etalon needs infinities and NaNs: compile without -ffinite-math-only"
#endif
/* 16 speaks of _Float16 only: float and double are evaluated in their own precision, as with 0. */
#if !defined(FLT_EVAL_METHOD) || (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16)
#error \
    "Etalon needs float and double evaluated in their own precision, FLT_EVAL_METHOD 0 or 16: on s390x compile with -std=gnu99 and not -std=c99, on 32-bit x86 with -msse2 -mfpmath=sse"
#endif
#if CHAR_BIT != 8
#error "Etalon needs bytes of 8 bits"
#endif
#if INT_MAX < 2147483647
#error "Etalon needs an int of at least 32 bits"
#endif
#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || FLT_MAX_EXP != 128 || FLT_MIN_EXP != -125
#error "Etalon needs float to be binary32 of IEEE 754"
#endif
#if DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024 || DBL_MIN_EXP != -1021
#error \
    "Etalon needs double to be binary64 of IEEE 754, with 53 bits: some compilers for small processors have an option for that"
#endif

/* Contraction would make one rounding of a product and a sum. GCC does not know the pragma of the standard; it
 * contracts unless it is told to follow ISO C, and in C++ in any case, where its option -ffp-contract=off is left to
 * the build. */
#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF
#elif !defined(__STRICT_ANSI__) && !defined(__cplusplus)
#pragma GCC optimize("fp-contract=off")
#endif

#endif
