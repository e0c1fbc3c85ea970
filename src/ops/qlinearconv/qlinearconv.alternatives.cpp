// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearConv.
#include "ops/family/quantised/quantise.alternatives.hpp"
#include "ops/family/quantised/sums.alternatives.hpp"

namespace etalon::impl {
namespace {

void add_changes(const Call& call, std::vector<Change>& changes) { add_conv_changes(call, linear_conv, changes); }

}  // namespace

extern const OperatorAlternatives qlinearconv_alternatives;
constexpr OperatorAlternatives qlinearconv_alternatives{.add_changes = add_changes, .sums = &sums_of_linear_conv};

}  // namespace etalon::impl
