// SPDX-License-Identifier: Apache-2.0
// Floor 7. Element-wise kernels by AVX512-FP16. It computes with float16, and divides twice as many bytes at a time as
// float does.
#pragma once

#include "ops/call.hpp"

namespace etalon::impl {

// No kernel unless native_half(), and none where it would not be the fastest: quotients of float16 are by float.
Kernel native_half_kernel(const Operator& op, DType type);

}  // namespace etalon::impl
