// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Sin's result can be wrong by ("ACC-FLOAT-ROUNDING"): it is rounded once.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound sin_bound;
constexpr OperatorBound sin_bound = {
    .a_priori = a_priori_once,
    .formula = [](const Call&) { return "max(u*|sin(X)|, eta)"; },
    .rounds_once = always,
    .leaves_accuracy_open = true,
};

}  // namespace etalon::impl
