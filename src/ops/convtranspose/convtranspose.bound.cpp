// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a ConvTranspose can be wrong by, before anything is computed ("ACC-FLOAT-DOT"): a sum of at most as
// many products as the kernel has places, and the addition of the bias.
#include "ops/convtranspose/convtranspose.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  return {.terms = ConvTransposeGeometry::of(call)->most_terms(), .further = call.has_input(2) ? 1u : 0u};
}

}  // namespace

extern const OperatorBound convtranspose_bound;
constexpr OperatorBound convtranspose_bound =
    bound_of_sum<shape_of>([](const Call& call) { return shape_of(call).terms + (call.has_input(2) ? 1 : 0); },
                           [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
                             const ConvTransposeGeometry g = *ConvTransposeGeometry::of(call);
                             if (k == g.most_terms()) return {{2, g.feature_of(i)}};
                             std::vector<Ingredient> parts;
                             std::uint64_t at = 0;
                             g.for_each_term(Counting{}, i, [&](std::uint64_t x, std::uint64_t w) {
                               if (at++ == k) parts = {{0, x}, {1, w}};
                             });
                             return parts;
                           });

}  // namespace etalon::impl
