// SPDX-License-Identifier: Apache-2.0
// Floor 7. MaxPool is exact; here is what its elements are made of.
#include "ops/bound.hpp"
#include "ops/family/pool.hpp"

namespace etalon::impl {

extern const OperatorBound maxpool_bound;
constexpr OperatorBound maxpool_bound = {
    .a_priori = [](const Call&, double, double) { return 0.0; },
    .formula = [](const Call&) { return "0"; },
    .rounds_once = [](const Call&) { return true; },
    .terms = [](const Call& call) { return most_covered(*Window::of(call)); },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      return element_under(call, i, k);
    },
};

}  // namespace etalon::impl
