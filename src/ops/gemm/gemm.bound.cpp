// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a Gemm can be wrong by, before anything is computed ("ACC-FLOAT-DOT"): the sum of products, and up to
// three roundings after it.
#include "ops/gemm/gemm.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  const double alpha = GemmGeometry::factor(call, "alpha"), beta = GemmGeometry::factor(call, "beta");
  const bool adds = call.has_input(2);
  return {.terms = GemmGeometry(call).inner,
          .further = (alpha != 1 ? 1u : 0u) + (adds ? 1u : 0u) + (adds && beta != 1 ? 1u : 0u),
          .factor = std::abs(alpha)};
}

}  // namespace

extern const OperatorBound gemm_bound;
constexpr OperatorBound gemm_bound =
    bound_of_sum<shape_of>([](const Call& call) { return GemmGeometry(call).inner + (call.has_input(2) ? 1 : 0); },
                           [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                             const GemmGeometry g(call);
                             if (k == g.inner) return {{2, broadcast_element(call, 2, i)}};
                             return {{0, g.a(i, k)}, {1, g.b(i, k)}};
                           });

}  // namespace etalon::impl
