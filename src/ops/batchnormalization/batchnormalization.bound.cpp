// SPDX-License-Identifier: Apache-2.0
// Floor 7. BatchNormalization has five roundings that follow each other, and a divisor: nothing is known of their error
// beforehand but what the running bound finds.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound batchnormalization_bound;
constexpr OperatorBound batchnormalization_bound = {
    .a_priori = [](const Call&, double, double) { return infinite_bound; },
    .formula = [](const Call&) { return "none beforehand"; },
    .rounds_once = [](const Call&) { return false; },
};

}  // namespace etalon::impl
