// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of BatchNormalization at inference: (x - mean) / sqrt(var + epsilon) * scale + B, each step
// rounded, in this order, with the parameters of the element's channel. Operands of several types are first taken into
// the smallest type that has them all, exactly; the steps are made there, and the last one is rounded into the type of
// X.
#pragma once

#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/in_type.hpp"
#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> class Normalization {
  static constexpr TypeSet types = types::floats | types::bfloat16;

 public:
  static Status compute(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
    const NormalizationGeometry g(call);
    const DType in = type_of_steps(call);
    World::template with<types>(in, [&]<class A>() {
      const auto epsilon = A::number(attribute_in(in, *call.named<float>("epsilon")));
      const auto steps = [&](unsigned* events, const auto& x, const auto& scale, const auto& shift, const auto& mean,
                             const auto& variance) {
        const auto centred = A::sub(x, mean, events);
        const auto deviation = A::sqrt(A::add(variance, epsilon, events), events);
        return A::add(A::mul(A::div(centred, deviation, events), scale, events), shift, events);
      };
      if (has_one_type(call))
        for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
          put<A>(outputs[0], i, work.events, [&](unsigned* events) {
            const std::uint64_t p = g.parameter(i);
            return steps(events, A::load(inputs[0], i), A::load(inputs[1], p), A::load(inputs[2], p),
                         A::load(inputs[3], p), A::load(inputs[4], p));
          });
      else
        World::template with<types>(call.outputs[0]->type, [&]<class Y>() {
          for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
            put<Y>(outputs[0], i, work.events, [&](unsigned* events) {
              const std::uint64_t p = g.parameter(i);
              const auto operand = [&](unsigned k) {
                return loaded_as<World, types, A>(call.inputs[k]->type, inputs[k], k == 0 ? i : p, events);
              };
              return in_type<Y, A>(steps(events, operand(0), operand(1), operand(2), operand(3), operand(4)), events);
            });
        });
    });
    return {};
  }
};

template <class World>
Status batchnormalization_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return Normalization<World>::compute(call, inputs, outputs, work);
}

}  // namespace etalon::impl
