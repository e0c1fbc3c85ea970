// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Softmax: exp(x - m) / s, with the largest element m of the slice that x lies in, and the sum
// s of exp(x - m) over it; each step rounded.
#pragma once

#include "ops/family/slices.hpp"

namespace etalon::impl {

template <class World>
Status softmax_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return over_slices(
      world, call, inputs, outputs, work, [](auto, unsigned*, const auto& sum) { return sum; },
      []<class A>(const A& a, unsigned* events, const auto& difference, const auto& sum) {
        const auto share = between(a, a.template function<RealFunction::exp>(difference, events), 0, 1);
        return between(a, a.div(share, sum, events), 0, 1);
      });
}

}  // namespace etalon::impl
