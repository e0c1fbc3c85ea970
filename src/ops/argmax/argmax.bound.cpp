// SPDX-License-Identifier: Apache-2.0
// Floor 7. ArgMax is exact.
#include "ops/family/argument.hpp"
#include "ops/family/selection_bound.hpp"

namespace etalon::impl {

extern const OperatorBound argmax_bound;
constexpr OperatorBound argmax_bound = selection_bound<&reduction_along_axis>;

}  // namespace etalon::impl
