// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ConvInteger: a convolution of integers, each less its zero point, in int32.
#pragma once

#include "ops/family/quantised/integer_sum.hpp"

namespace etalon::impl {

template <class World>
Status convinteger_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const QuantisedConv g = *QuantisedConv::of(call, integer_conv);
  return fold_conv_of_integers(world, call, inputs, outputs, work, g, integer_conv, [](const auto& a, auto each) {
    each(a, [](unsigned*, const auto& sum, const auto&) { return sum; });
  });
}

}  // namespace etalon::impl
