// SPDX-License-Identifier: Apache-2.0
// Floor 7. The bound of LogSoftmax: that of ops/family/slices_bound.hpp.
#include "ops/family/slices_bound.hpp"

namespace etalon::impl {

extern const OperatorBound logsoftmax_bound;
constexpr OperatorBound logsoftmax_bound = bound_of_slices;

}  // namespace etalon::impl
