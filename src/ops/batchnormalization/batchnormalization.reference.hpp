// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of BatchNormalization at inference: (x - mean) / sqrt(var + epsilon) * scale + B, each step
// rounded, in this order, with the parameters of the element's channel. Operands of several types are first taken into
// the smallest type that has them all, exactly; the steps are made there, and the last one is rounded into the type of
// X.
#pragma once

#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/family/in_type.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status batchnormalization_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                    const Work& work) {
  constexpr TypeSet types = types::floats | types::bfloat16;
  const DType in = type_of_steps(call);
  const double epsilon = attribute_in(in, *call.named<float>("epsilon"));
  const auto steps = [&](const auto& a, unsigned* events, const auto& x, const auto& scale, const auto& shift,
                         const auto& mean, const auto& variance) {
    const auto centred = a.sub(x, mean, events);
    const auto deviation = a.sqrt(a.add(variance, a.number(epsilon), events), events);
    return a.add(a.mul(a.div(centred, deviation, events), scale, events), shift, events);
  };
  return has_one_type(call) ? map<types, 5>(world, call, inputs, outputs, work, steps)
                            : map_in<types, 5>(world, in, call, inputs, outputs, work, steps);
}

}  // namespace etalon::impl
