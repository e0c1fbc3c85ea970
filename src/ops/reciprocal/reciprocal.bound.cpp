// SPDX-License-Identifier: Apache-2.0
// Floor 7. What Reciprocal's result can be wrong by ("ACC-FLOAT-ROUNDING"): it is rounded once.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound reciprocal_bound;
constexpr OperatorBound reciprocal_bound = {
    .a_priori = a_priori_once,
    .formula = [](const Call&) { return "max(u*|1/X|, eta), X not zero"; },
    .rounds_once = always,
};

}  // namespace etalon::impl
