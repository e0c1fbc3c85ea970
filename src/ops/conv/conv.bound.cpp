// SPDX-License-Identifier: Apache-2.0
// Floor 7. What a Conv can be wrong by, before anything is computed ("ACC-FLOAT-DOT"): the sum of products, and the
// addition of the bias. A padded place is an exact term of 0, but its step can still round what is there.
#include "ops/conv/conv.hpp"
#include "ops/family/sum_bound.hpp"

namespace etalon::impl {
namespace {

SumShape shape_of(const Call& call) {
  return {.terms = ConvGeometry::of(call)->terms(), .further = call.has_input(2) ? 1u : 0u};
}

}  // namespace

extern const OperatorBound conv_bound;
constexpr OperatorBound conv_bound = bound_of_sum<shape_of>(
    [](const Call& call) { return ConvGeometry::of(call)->terms() + (call.has_input(2) ? 1 : 0); },
    [](const Call& call, std::uint64_t i, std::uint64_t k) -> std::vector<Ingredient> {
      const ConvGeometry g = *ConvGeometry::of(call);
      const auto sum = g.sum(i);
      if (k == g.terms()) return {{2, sum.feature}};
      const std::uint64_t channel = k / g.window.places();
      std::vector<Ingredient> parts;
      g.window.for_each_place(Counting{}, g.window.corner(sum.position),
                              [&](std::uint64_t place, bool inside, std::uint64_t offset) {
                                if (inside && place == k % g.window.places())
                                  parts = {{0, sum.x + channel * g.window.inputs() + offset}, {1, sum.w + k}};
                              });
      return parts;
    });

}  // namespace etalon::impl
