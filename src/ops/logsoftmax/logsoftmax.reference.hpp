// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of LogSoftmax: (x - m) - log(s), with the largest element m of the slice that x lies in, and the
// sum s of exp(x - m) over it; each step rounded.
#pragma once

#include "ops/family/slices.hpp"

namespace etalon::impl {

template <class World>
Status logsoftmax_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return over_slices(
      world, call, inputs, outputs, work,
      []<class A>(const A& a, unsigned* events, const auto& sum) {
        return between(a, a.template function<RealFunction::log>(sum, events), 0, without_end);
      },
      []<class A>(const A& a, unsigned* events, const auto& difference, const auto& logarithm) {
        return between(a, a.sub(difference, logarithm, events), -without_end, 0);
      });
}

}  // namespace etalon::impl
