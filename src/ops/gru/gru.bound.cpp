// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a step of GRU computes goes through all steps behind it: nothing is known of its error beforehand but
// what the running bound finds.
#include "ops/bound.hpp"

namespace etalon::impl {

extern const OperatorBound gru_bound;
constexpr OperatorBound gru_bound = {
    .a_priori = [](const Call&, double, double) { return infinite_bound; },
    .formula = [](const Call&) { return "none beforehand"; },
    .rounds_once = [](const Call&) { return false; },
    .terms = [](const Call&) { return std::uint64_t{0}; },
    .term = [](const Call&, std::uint64_t, std::uint64_t) { return std::vector<Ingredient>{}; },
};

}  // namespace etalon::impl
