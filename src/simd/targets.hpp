// SPDX-License-Identifier: Apache-2.0
// Floor 7. What every file of kernels includes before Highway: which of its targets are built. A file is compiled once
// a target and picks the best one when it is asked for a kernel.
#pragma once

// SSSE3 lacks what all processors of the last fifteen years have. AVX3_DL adds to AVX3 instructions that only integer
// products use; the file that does says so by defining this itself.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#endif

#include <cstdint>

#include "ops/call.hpp"

namespace etalon::impl {

// Whether the processor computes with float16 (AVX512-FP16), which Highway does not know as a target, and the
// instruction set in use allows it.
bool native_half();

}  // namespace etalon::impl
