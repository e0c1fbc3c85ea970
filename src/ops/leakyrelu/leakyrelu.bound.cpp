// SPDX-License-Identifier: Apache-2.0
// Floor 7. What LeakyRelu's result can be wrong by ("ACC-FLOAT-ROUNDING"): a product is rounded once, all else is
// exact.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound leakyrelu_bound;
constexpr OperatorBound leakyrelu_bound = {
    .a_priori = [](const Call& call, double sizes,
                   double) { return a_priori_rounding(sizes, facts_of(call.inputs[0]->type), Underflow::possible); },
    .formula = [](const Call&) { return "max(u*|alpha*X|, eta) where X is negative, else 0"; },
    .rounds_once = [](const Call&) { return true; },
};

}  // namespace etalon::impl
