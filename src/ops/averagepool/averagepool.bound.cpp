// SPDX-License-Identifier: Apache-2.0
// Floor 7. What an average can be wrong by, before anything is computed: the sum, and its quotient. Windows have at
// most as many elements as the kernel has places.
#include "ops/family/pool.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  const Window window = *Window::of(call);
  const std::int64_t* include = call.named<std::int64_t>("count_include_pad");
  const std::uint64_t most = include != nullptr && *include != 0 ? window.places() : most_covered(window);
  return {.terms = most_covered(window),
          .products = false,
          .further = 1,
          .factor = 1 / static_cast<double>(std::max<std::uint64_t>(most, 1))};
}

}  // namespace

extern const OperatorBound averagepool_bound;
constexpr OperatorBound averagepool_bound =
    bound_of_sum<shape_of>([](const Call& call) { return shape_of(call).terms; },
                           [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                             return element_under(call, i, k);
                           });

}  // namespace etalon::impl
