// SPDX-License-Identifier: Apache-2.0
// Floor 7. What QuantizeLinear can be wrong by: the quotient is rounded before it is rounded to an integer, which is
// another one beside ties.
#include "ops/bound.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {

extern const OperatorBound quantizelinear_bound;
constexpr OperatorBound quantizelinear_bound = {
    .a_priori = [](const Call&, double, double) { return infinite_bound; },
    .formula = [](const Call&) { return "none beforehand"; },
    .rounds_once = [](const Call&) { return false; },
    .terms = [](const Call&) { return std::uint64_t{1}; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t) -> std::vector<Ingredient> {
      const std::uint64_t at = ScaleGeometry::of(call)->place(i);
      return {{0, i}, {1, at}, {2, at}};
    },
    .quantises = true,
};

}  // namespace etalon::impl
