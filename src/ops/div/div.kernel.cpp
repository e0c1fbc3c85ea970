// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Div.
#include "simd/targets.hpp"

namespace etalon::impl {

Kernel div_kernel(DType) { return {}; }

}  // namespace etalon::impl
