// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of ConvInteger: accumulators that saturate.
#include "ops/family/quantised/quantise.alternatives.hpp"

namespace etalon::impl {

extern const OperatorAlternatives convinteger_alternatives;
constexpr OperatorAlternatives convinteger_alternatives{
    .add_changes = [](const Call& call, std::vector<Change>& changes) {
      add_conv_changes(call, integer_conv, changes);
    }};

}  // namespace etalon::impl
