// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearMatMul.
#include "ops/family/quantise.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives qlinearmatmul_alternatives;
constexpr OperatorAlternatives qlinearmatmul_alternatives{.add_changes = add_requantisations};

}  // namespace etalon::impl
