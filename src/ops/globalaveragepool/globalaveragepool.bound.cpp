// SPDX-License-Identifier: Apache-2.0
// Floor 7. What an average can be wrong by, before anything is computed: the sum, and its quotient.
#include "ops/family/axes.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  const std::uint64_t count = count_behind(call.inputs[0]->shape, 1);
  return {.terms = count, .products = false, .further = 1, .factor = count == 0 ? 1 : 1 / static_cast<double>(count)};
}

}  // namespace

extern const OperatorBound globalaveragepool_bound;
constexpr OperatorBound globalaveragepool_bound =
    bound_of_sum<shape_of>([](const Call& call) { return shape_of(call).terms; },
                           [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                             return {{0, i * shape_of(call).terms + k}};
                           });

}  // namespace etalon::impl
