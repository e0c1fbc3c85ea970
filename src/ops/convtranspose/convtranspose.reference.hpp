// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of ConvTranspose: an element of the result is the sum, by channel of its group and place of the
// kernel, of the elements of X whose place lies over it times the weight, accumulated as the call says, plus the bias
// of its feature. A place that no element has over it is no term.
#pragma once

#include "ops/convtranspose/convtranspose.hpp"
#include "ops/family/fold.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status convtranspose_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16;
  const ConvTransposeGeometry g = *ConvTransposeGeometry::of(call);
  return fold<types>(world, call, inputs, outputs, work, [&](const auto& i, auto&& terms) {
    g.for_each_term(world, i, [&](const auto& x, const auto& w) { terms.product(x, w); });
    if (call.has_input(2)) terms.element(g.feature_of(i), 2);
  });
}

}  // namespace etalon::impl
