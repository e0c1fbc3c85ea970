// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Sum's result can be wrong by, before anything is computed. A sum of numbers of a format that is below
// the smallest normal one is exact, so that nothing underflows.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound sum_bound;
constexpr OperatorBound sum_bound = {
    .a_priori = [](const Call& call, double sizes,
                   double) { return a_priori_sum(facts_of(call.inputs[0]->type), call.inputs.size(), sizes); },
    .formula = [](const Call&) { return "min((n-1)*u*S, S), n operands"; },
    .rounds_once = [](const Call& call) { return call.inputs.size() <= 2; },
};

}  // namespace etalon::impl
