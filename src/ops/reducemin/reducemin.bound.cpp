// SPDX-License-Identifier: Apache-2.0
// Floor 7. ReduceMin is exact.
#include "ops/family/selection_bound.hpp"

namespace etalon::impl {

extern const OperatorBound reducemin_bound;
constexpr OperatorBound reducemin_bound = selection_bound<&named_axes>;

}  // namespace etalon::impl
