// SPDX-License-Identifier: Apache-2.0
// Floor 7. QLinearConv rounds once, to an integer, which is part of its meaning. Here is what its results are made of.
#include "ops/bound.hpp"
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

constexpr QuantisedConvOperands at = linear_conv;

// The product of an element and a weight; and, last, the bias, the scales and the zero points.
std::vector<Ingredient> term(const Call& call, std::uint64_t i, std::uint64_t k) {
  const QuantisedConv g = *QuantisedConv::of(call, at);
  const auto sum = g.conv.sum(i);
  const Window& window = g.conv.window;
  std::vector<Ingredient> parts;
  if (k == g.conv.terms()) {
    const std::uint64_t w = g.place(sum.feature);
    parts = {{at.x_scale, 0},      {at.x_zero_point, 0}, {at.w_scale, w},
             {at.w_zero_point, w}, {at.y_scale, 0},      {at.y_zero_point, 0}};
    if (call.has_input(at.conv.b)) parts.push_back({at.conv.b, sum.feature});
    return parts;
  }
  const std::uint64_t channel = k / window.places();
  window.for_each_place(Counting{}, window.corner(sum.position),
                        [&](std::uint64_t place, bool inside, std::uint64_t offset) {
                          if (inside && place == k % window.places())
                            parts = {{at.conv.x, sum.x + channel * window.inputs() + offset}, {at.conv.w, sum.w + k}};
                        });
  return parts;
}

}  // namespace

extern const OperatorBound qlinearconv_bound;
constexpr OperatorBound qlinearconv_bound = {
    .a_priori = [](const Call&, double, double) { return 0.0; },
    .formula = [](const Call&) { return "0"; },
    .rounds_once = [](const Call&) { return false; },
    .terms = [](const Call& call) { return QuantisedConv::of(call, at)->conv.terms() + 1; },
    .term = term,
    .quantises = true,
};

}  // namespace etalon::impl
