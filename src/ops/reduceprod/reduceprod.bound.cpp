// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a product can be wrong by, before anything is computed: of more than two factors nothing is known,
// since it may overflow or underflow on its way though the whole one does not.
#include "ops/bound.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {

extern const OperatorBound reduceprod_bound;
constexpr OperatorBound reduceprod_bound = {
    .a_priori =
        [](const Call& call, double, double size) {
          const std::uint64_t factors = Reduction(call).terms;
          if (factors > 2) return infinite_bound;
          return factors <= 1 ? 0 : a_priori_rounding(size, facts_of(call.inputs[0]->type), Underflow::possible);
        },
    .formula =
        [](const Call& call) {
          const std::uint64_t factors = Reduction(call).terms;
          return factors > 2 ? "none for more than two factors" : factors == 2 ? "max(u*|x*y|, eta)" : "0";
        },
    .rounds_once = [](const Call& call) { return Reduction(call).terms <= 2; },
    .terms = [](const Call& call) { return Reduction(call).terms; },
    .term = [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const Reduction r(call);
      return {{0, r.first(i) + r.term(k)}};
    },
};

}  // namespace etalon::impl
