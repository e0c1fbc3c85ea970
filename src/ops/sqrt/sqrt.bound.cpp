// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Sqrt's result can be wrong by ("ACC-FLOAT-ROUNDING"): it is rounded once, and no root is subnormal.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound sqrt_bound;
constexpr OperatorBound sqrt_bound = {
    .a_priori =
        [](const Call& call, double, double size) {
          return a_priori_rounding(size, facts_of(call.inputs[0]->type), Underflow::impossible);
        },
    .formula = [](const Call&) { return "u*|sqrt(X)|, X not negative"; },
    .rounds_once = [](const Call&) { return true; },
};

}  // namespace etalon::impl
