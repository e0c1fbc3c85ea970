// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of Conv: other orders of its sum; and it takes in what scales its results.
#include "ops/family/convolution.alternatives.hpp"
#include "ops/family/sums.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives conv_alternatives;
constexpr OperatorAlternatives conv_alternatives{
    .add_changes = add_orders_of_channels, .linear = LinearOperands{1, 2}, .sums = &sums_of_float_conv};

}  // namespace etalon::impl
