// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of BatchNormalization at inference: (x - mean) / sqrt(var + epsilon) * scale + B, each step
// rounded, in this order, with the parameters of the element's channel.
#pragma once

#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status batchnormalization_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16;
  const NormalizationGeometry g(call);
  World::template with<types>(call.outputs[0]->type, [&]<class A>() {
    const auto epsilon = A::number(attribute_in(call.outputs[0]->type, *call.named<float>("epsilon")));
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
      put<A>(outputs[0], i, work.events, [&](unsigned* events) {
        const std::uint64_t p = g.parameter(i);
        const auto centred = A::sub(A::load(inputs[0], i), A::load(inputs[3], p), events);
        const auto deviation = A::sqrt(A::add(A::load(inputs[4], p), epsilon, events), events);
        const auto normal = A::div(centred, deviation, events);
        return A::add(A::mul(normal, A::load(inputs[1], p), events), A::load(inputs[2], p), events);
      });
  });
  return {};
}

}  // namespace etalon::impl
