// SPDX-License-Identifier: Apache-2.0
// Floor 7. What every file of kernels includes before Highway: which of its targets are built. A file is compiled once
// per target and chooses the best one when a kernel is requested.
#pragma once

// SSSE3 lacks what all processors of the last fifteen years have. What AVX3_DL adds to AVX3 is used by one file only,
// in its own way (see below).
#ifndef ETALON_INSTRUMENTED
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#else  // sanitizers take minutes over each target: they get the one that most machines have
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#endif

// Whether kernels are built for instructions that Highway has no target for.
#if defined(__x86_64__) && !defined(ETALON_INSTRUMENTED)
#define ETALON_BEYOND 1
#else
#define ETALON_BEYOND 0
#endif

// The namespace that code is compiled in, once per target. A file that needs instructions which Highway has no target
// for defines its own.
#define ETALON_NAMESPACE HWY_NAMESPACE
#define ETALON_BEFORE_NAMESPACE() HWY_BEFORE_NAMESPACE()
#define ETALON_AFTER_NAMESPACE() HWY_AFTER_NAMESPACE()

// Whether the target being compiled has vectors; where it has none, the reference is as good.
#define ETALON_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)

// Hides the origin of a value from the compiler.
#define ETALON_OPAQUE(value) __asm__("" : "+r"(value))

#ifdef __clang__
#define ETALON_UNROLL _Pragma("unroll")
#else
#define ETALON_UNROLL _Pragma("GCC unroll 32")
#endif

#include <cstdint>

#include "ops/call.hpp"

namespace etalon::impl {

// What the instruction set in use has beyond Highway's targets: arithmetic on float16 (AVX512-FP16), sums of products
// of 16-bit and 8-bit integers (AVX512-VNNI), products of small matrices of 8-bit integers (AMX-INT8).
bool native_half();
bool integer_dot();
bool byte_tiles();

}  // namespace etalon::impl
