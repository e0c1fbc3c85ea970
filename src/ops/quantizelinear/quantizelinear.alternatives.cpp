// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QuantizeLinear.
#include "ops/family/quantise.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives quantizelinear_alternatives;
constexpr OperatorAlternatives quantizelinear_alternatives{.add_changes = add_quantisations};

}  // namespace etalon::impl
