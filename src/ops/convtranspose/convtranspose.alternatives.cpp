// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of ConvTranspose: other orders of its sum.
#include "ops/family/convolution.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives convtranspose_alternatives;
constexpr OperatorAlternatives convtranspose_alternatives{.add_changes = add_orders_of_channels};

}  // namespace etalon::impl
