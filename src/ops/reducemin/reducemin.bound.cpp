// SPDX-License-Identifier: Apache-2.0
// Floor 7. ReduceMin is exact; here is what its elements are made of.
#include "ops/bound.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {

extern const OperatorBound reducemin_bound;
constexpr OperatorBound reducemin_bound = {
    .a_priori = [](const Call&, double, double) { return 0.0; },
    .formula = [](const Call&) { return "0"; },
    .rounds_once = [](const Call&) { return true; },
    .terms = [](const Call& call) { return Reduction(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
