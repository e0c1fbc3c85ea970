// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of HardSigmoid: alpha * X[i], rounded; plus beta, rounded; of that and 1 the smaller, of that
// and 0 the larger. Over any world.
#pragma once

#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

struct HardSigmoidFactors {
  double alpha, beta;

  explicit HardSigmoidFactors(const Call& call)
      : alpha(attribute_in(call.outputs[0]->type, *call.attribute<float>(0))),
        beta(attribute_in(call.outputs[0]->type, *call.attribute<float>(1))) {}
};

template <class World>
Status hardsigmoid_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<World, types::all_floats, 1>(
      call, inputs, outputs, work, [by = HardSigmoidFactors(call)]<class A>(A, unsigned* events, const auto& x) {
        const typename A::Value line = A::add(A::mul(A::number(by.alpha), x, events), A::number(by.beta), events);
        return A::max(A::min(line, A::number(1), events), A::zero(), events);
      });
}

}  // namespace etalon::impl
