// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of HardSigmoid: alpha * X[i], rounded; plus beta, rounded; of that and 1 the smaller, of that
// and 0 the larger. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

struct HardSigmoidFactors {
  double alpha, beta;

  explicit HardSigmoidFactors(const Call& call)
      : alpha(attribute_in(call.outputs[0]->type, *call.attribute<float>(0))),
        beta(attribute_in(call.outputs[0]->type, *call.attribute<float>(1))) {}
};

template <class World>
Status hardsigmoid_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map<types::all_floats, 1>(
      world, call, inputs, outputs, work,
      [by = HardSigmoidFactors(call)]<class A>(const A& a, unsigned* events, const auto& x) {
        const typename A::Value line = a.add(a.mul(a.number(by.alpha), x, events), a.number(by.beta), events);
        return a.max(a.min(line, a.number(1), events), a.zero(), events);
      });
}

}  // namespace etalon::impl
