// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of DynamicQuantizeLinear.
#include "ops/family/quantised/quantise.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives dynamicquantizelinear_alternatives;
constexpr OperatorAlternatives dynamicquantizelinear_alternatives{.add_changes = add_quantisations};

}  // namespace etalon::impl
