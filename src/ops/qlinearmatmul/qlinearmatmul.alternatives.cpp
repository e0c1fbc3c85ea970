// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QLinearMatMul.
#include "ops/family/quantised/quantise.alternatives.hpp"
#include "ops/family/quantised/sums.alternatives.hpp"

namespace etalon::impl {
namespace {

void add_changes(const Call& call, std::vector<Change>& changes) { add_product_changes(call, linear_product, changes); }

}  // namespace

extern const OperatorAlternatives qlinearmatmul_alternatives;
constexpr OperatorAlternatives qlinearmatmul_alternatives{.add_changes = add_changes, .sums = &sums_of_linear_product};

}  // namespace etalon::impl
