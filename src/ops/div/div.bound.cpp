// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Div's result can be wrong by ("ACC-FLOAT-ROUNDING"): it is rounded once.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound div_bound;
constexpr OperatorBound div_bound = {
    .a_priori =
        [](const Call& call, double, double size) {
          return a_priori_rounding(size, facts_of(call.inputs[0]->type), Underflow::possible);
        },
    .formula = [](const Call&) { return "max(u*|A/B|, eta), B not zero"; },
    .rounds_once = [](const Call&) { return true; },
};

}  // namespace etalon::impl
