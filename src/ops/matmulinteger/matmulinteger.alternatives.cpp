// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of MatMulInteger: accumulators that saturate.
#include "ops/family/quantised/quantise.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives matmulinteger_alternatives;
constexpr OperatorAlternatives matmulinteger_alternatives{
    .add_changes = [](const Call& call, std::vector<Change>& changes) {
      add_product_changes(call, integer_product, changes);
    }};

}  // namespace etalon::impl
