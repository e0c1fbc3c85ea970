// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of Conv: other orders of its sum; it takes in what scales its results; and
// it is computed on integers.
#include "ops/family/convolution.alternatives.hpp"
#include "ops/family/quantised/sums.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives conv_alternatives;
constexpr OperatorAlternatives conv_alternatives{
    .add_changes = add_orders_of_channels,
    .linear = LinearOperands{1, 2},
    .sums = &sums_of_float_conv,
    .on_integers = [](const Call& call) -> std::optional<IntegerForm> {
      return IntegerForm{"QLinearConv", call.inputs[0]->shape, call.inputs[1]->shape, 0, false, true};
    }};

}  // namespace etalon::impl
