// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Mul.
#include "simd/targets.hpp"

namespace etalon::impl {

Kernel mul_kernel(DType) { return {}; }

}  // namespace etalon::impl
