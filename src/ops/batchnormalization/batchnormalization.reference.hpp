// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of BatchNormalization at inference: (x - mean) / sqrt(var + epsilon) * scale + B, each step
// rounded, in this order, with the parameters of the element's channel. Operands of several types are first taken into
// the smallest type that has them all, exactly; the steps are made there, and the last one is rounded into the type of
// X.
#pragma once

#include <optional>

#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/map.hpp"
#include "ops/type_sets.hpp"
#include "tensor/algebra.hpp"

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
              const auto operand = [&](unsigned k) { return loaded<A>(call, inputs, k, k == 0 ? i : p, events); };
              return in_type<Y, A>(steps(events, operand(0), operand(1), operand(2), operand(3), operand(4)), events);
            });
        });
    });
    return {};
  }

 private:
  // A value of one algebra in another one of the same world.
  template <class To, class From> static typename To::Value in_type(const typename From::Value& v, unsigned* events) {
    if constexpr (std::is_same_v<To, From>)
      return v;
    else if constexpr (requires { To::template from<From>(v); })
      return To::template from<From>(v);
    else
      return converted<To, From>(v, events);
  }
  template <class A>
  static typename A::Value loaded(const Call& call, Inputs inputs, unsigned k, std::uint64_t i, unsigned* events) {
    std::optional<typename A::Value> value;
    World::template with<types>(call.inputs[k]->type,
                                [&]<class B>() { value = in_type<A, B>(B::load(inputs[k], i), events); });
    return *value;
  }
};

template <class World>
Status batchnormalization_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return Normalization<World>::compute(call, inputs, outputs, work);
}

}  // namespace etalon::impl
