// SPDX-License-Identifier: Apache-2.0
// Floor 7. ArgMax is exact; here is what its elements are made of.
#include "ops/bound.hpp"
#include "ops/family/argument.hpp"

namespace etalon::impl {

extern const OperatorBound argmax_bound;
constexpr OperatorBound argmax_bound = {
    .a_priori = [](const Call&, double, double) { return 0.0; },
    .formula = [](const Call&) { return "0"; },
    .rounds_once = [](const Call&) { return true; },
    .terms = [](const Call& call) { return reduction_along_axis(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r = reduction_along_axis(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
