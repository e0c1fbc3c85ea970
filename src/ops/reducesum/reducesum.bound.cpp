// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a sum can be wrong by, before anything is computed. It has no products, so nothing underflows: a sum of
// numbers of a format that is below the smallest normal one is exact. The first step, from zero, is exact as well.
#include "ops/family/dot.hpp"
#include "ops/family/reduction.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) { return {.terms = Reduction(call).terms, .products = false}; }

}  // namespace

extern const OperatorBound reducesum_bound;
constexpr OperatorBound reducesum_bound =
    bound_of_sum<shape_of>([](const Call& call) { return Reduction(call).terms; },
                           [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                             const Reduction r(call);
                             return {{0, r.first(i) + r.term(k)}};
                           });

}  // namespace etalon::impl
