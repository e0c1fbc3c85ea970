// SPDX-License-Identifier: Apache-2.0
// Floor 7. What DequantizeLinear can be wrong by: its one rounding.
#include "ops/bound.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {

extern const OperatorBound dequantizelinear_bound;
constexpr OperatorBound dequantizelinear_bound = {
    .a_priori =
        [](const Call& call, double, double size) {
          return a_priori_rounding(size, facts_of(call.outputs[0]->type), Underflow::possible);
        },
    .formula = [](const Call&) { return "max(u*|y|, eta)"; },
    .rounds_once = always,
    .terms = [](const Call&) { return std::uint64_t{1}; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t) -> std::vector<Ingredient> {
      const std::uint64_t at = ScaleGeometry::of(call)->place(i);
      return {{0, i}, {1, at}, {2, at}};
    },
};

}  // namespace etalon::impl
