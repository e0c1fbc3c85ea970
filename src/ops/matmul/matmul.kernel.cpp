// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of MatMul.
#include "simd/targets.hpp"

namespace etalon::impl {

Kernel matmul_kernel(DType) { return {}; }

}  // namespace etalon::impl
