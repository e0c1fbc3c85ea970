// SPDX-License-Identifier: Apache-2.0
// Floor 7. ReduceMax is exact.
#include "ops/family/selection_bound.hpp"

namespace etalon::impl {

extern const OperatorBound reducemax_bound;
constexpr OperatorBound reducemax_bound = selection_bound<&named_axes>;

}  // namespace etalon::impl
