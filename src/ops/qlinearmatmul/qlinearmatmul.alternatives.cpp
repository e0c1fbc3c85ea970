// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearMatMul.
#include "ops/family/quantise.alternatives.hpp"
#include "ops/family/sums.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives qlinearmatmul_alternatives;
constexpr OperatorAlternatives qlinearmatmul_alternatives{.add_changes = add_requantisations,
                                                          .sums = &sums_of_linear_product};

}  // namespace etalon::impl
