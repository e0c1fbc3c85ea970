// SPDX-License-Identifier: Apache-2.0
// Floor 7. What an average can be wrong by, before anything is computed: the sum, and its quotient.
#include "ops/family/reduction.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  const std::uint64_t count = Reduction(call).terms;
  return {.terms = count, .products = false, .further = 1, .factor = count == 0 ? 1 : 1 / static_cast<double>(count)};
}

}  // namespace

extern const OperatorBound reducemean_bound;
constexpr OperatorBound reducemean_bound =
    bound_of_sum<shape_of>([](const Call& call) { return shape_of(call).terms; },
                           [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                             const Reduction r(call);
                             return {{0, r.first(i) + r.term(k)}};
                           });

}  // namespace etalon::impl
