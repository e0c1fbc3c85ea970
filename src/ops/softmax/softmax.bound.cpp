// SPDX-License-Identifier: Apache-2.0
// Floor 7. Softmax divides by a sum of exponentials: nothing is known of its error beforehand but what the running
// bound finds.
#include "ops/bound.hpp"
#include "ops/slices.hpp"

namespace etalon::impl {

extern const OperatorBound softmax_bound;
constexpr OperatorBound softmax_bound = {
    .a_priori = [](const Call&, double, double) { return infinite_bound; },
    .formula = [](const Call&) { return "none beforehand"; },
    .rounds_once = [](const Call&) { return false; },
    .terms = [](const Call& call) { return Slices(call).length; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Slices slices(call);
      return {{0, slices.first_beside(i) + k * slices.behind}};
    },
};

}  // namespace etalon::impl
