// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of LRN: x / (bias + alpha / size * s)^beta, s being the sum of the squares at the same place in
// the channels around that of x, accumulated as the call says and rounded into the type. Every other step is rounded by
// itself, from the left to the right.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/power.hpp"
#include "ops/lrn/lrn.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status lrn_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const LrnGeometry g(call);
  const DType type = call.outputs[0]->type;
  const auto given = [&](const char* name) { return attribute_in(type, *call.named<float>(name)); };
  const auto quarters = static_cast<unsigned>(4 * *call.named<float>("beta"));
  world.template with<types::all_floats>(type, [&]<class A>(const A& a) {
    with_policy(a, call.choices.accumulation, [&]<class Policy>() {
      for (const auto i : world.elements(call.outputs[0]->shape))
        put(a, outputs[0], i, work.events, [&](unsigned* events) {
          Policy sum = begun<Policy>(a);
          g.for_each_beside(world, i, [&](const auto& element) {
            const auto& x = a.load(inputs[0], element);
            sum.step(x, x, events);
          });
          const auto share = a.mul(a.div_count(a.number(given("alpha")), g.size, events), sum.finish(events), events);
          const auto divisor = power(a, a.add(a.number(given("bias")), share, events), quarters, events);
          return a.div(a.load(inputs[0], i), divisor, events);
        });
    });
  });
  return {};
}

}  // namespace etalon::impl
