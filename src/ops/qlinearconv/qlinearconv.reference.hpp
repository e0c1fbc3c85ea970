// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of QLinearConv: a convolution of integers, each less its zero point, plus the bias, in int32,
// which is rescaled exactly and rounded once.
#pragma once

#include "ops/family/quantised/integer_sum.hpp"
#include "ops/family/quantised/requantise.hpp"

namespace etalon::impl {

template <class World>
Status qlinearconv_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr QuantisedConvOperands at = linear_conv;
  const QuantisedConv g = *QuantisedConv::of(call, at);
  return fold_conv_of_integers(
      world, call, inputs, outputs, work, g, at,
      requantised(world, call, inputs, {at.x_scale, at.w_scale, at.y_scale, at.y_zero_point}, [&g](const auto& i) {
        using Place = std::remove_cvref_t<decltype(i)>;
        return std::array{Place(0), g.place(g.conv.sum(i).feature), Place(0)};
      }));
}

}  // namespace etalon::impl
