// SPDX-License-Identifier: Apache-2.0
// Floor 7. The bound of Upsample: that of ops/family/resize/resize_bound.hpp.
#include "ops/family/resize/resize_bound.hpp"

namespace etalon::impl {

extern const OperatorBound upsample_bound;
constexpr OperatorBound upsample_bound = resize_bounds;

}  // namespace etalon::impl
