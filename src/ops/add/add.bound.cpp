// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Add's result can be wrong by ("ACC-FLOAT-ROUNDING"): it is rounded once.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound add_bound;
constexpr OperatorBound add_bound = {
    .a_priori =
        [](const Call& call, double, double size) {
          return a_priori_rounding(size, facts_of(call.inputs[0]->type), Underflow::impossible);
        },
    .formula = [](const Call&) { return "u*|A+B|, and 0 where the sum is subnormal"; },
    .rounds_once = [](const Call&) { return true; },
};

}  // namespace etalon::impl
