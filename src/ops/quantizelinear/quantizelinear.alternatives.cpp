// SPDX-License-Identifier: Apache-2.0
// Floor 8. What other implementations make of QuantizeLinear.
#include "ops/family/quantised/quantise.alternatives.hpp"

namespace etalon::impl {
namespace {

constexpr ChangeRule quotient_in_float{ChangeKind::type, [](Call& call, Alternative&, const ChangeRule::Parameters&) {
                                         for (const std::size_t k : {0U, 1U}) call.inputs[k]->type = DType::f32;
                                       }};

void add_changes(const Call& call, std::vector<Change>& changes) {
  add_quantisations(call, changes);
  if (is_floating(call.inputs[0]->type) && info(quotient_type(call)).bits == 16)
    changes.push_back({&quotient_in_float, {}, "the quotient is rounded in float"});
}

}  // namespace

extern const OperatorAlternatives quantizelinear_alternatives;
constexpr OperatorAlternatives quantizelinear_alternatives{.add_changes = add_changes};

}  // namespace etalon::impl
