// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearConv.
#include "ops/family/quantise.alternatives.hpp"
#include "ops/family/sums.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives qlinearconv_alternatives;
constexpr OperatorAlternatives qlinearconv_alternatives{.add_changes = add_requantisations,
                                                        .sums = &sums_of_linear_conv};

}  // namespace etalon::impl
