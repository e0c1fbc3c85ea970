// SPDX-License-Identifier: Apache-2.0
// Floor 7. The bound of Softmax: that of ops/family/slices_bound.hpp.
#include "ops/family/slices_bound.hpp"

namespace etalon::impl {

extern const OperatorBound softmax_bound;
constexpr OperatorBound softmax_bound = bound_of_slices;

}  // namespace etalon::impl
