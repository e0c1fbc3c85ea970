// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a file includes first that computes with instructions which Highway has no target for: it is built as
// Highway's AVX3 with ETALON_BEYOND_INSTRUCTIONS added (",avx512vnni"), in the namespace ETALON_BEYOND_NAMESPACE, and
// called where the processor has them. Only what is inside #if ETALON_BEYOND is built so.
#pragma once

#include "simd/targets.hpp"

#if ETALON_BEYOND
#define HWY_COMPILE_ONLY_STATIC
#define HWY_BASELINE_TARGETS HWY_AVX3
#include <hwy/highway.h>
#include <immintrin.h>

#undef ETALON_NAMESPACE
#undef ETALON_BEFORE_NAMESPACE
#undef ETALON_AFTER_NAMESPACE
#define ETALON_NAMESPACE ETALON_BEYOND_NAMESPACE
#define ETALON_BEFORE_NAMESPACE() HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR ETALON_BEYOND_INSTRUCTIONS) static_assert(true, "")
#define ETALON_AFTER_NAMESPACE() HWY_POP_ATTRIBUTES static_assert(true, "")
#endif
