// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Pow: Z[i] is X[i] to the power of Y[i], whose value is exact whatever its type is. A
// floating-point power is rounded once, an integer one wraps. Negative exponents of integers, and reals that have no
// power, are searched for before the first result is written.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

template <class World>
Status pow_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  Status status{Code::ok, "POW-REAL-DOMAIN"};
  if constexpr (std::is_same_v<World, Stored> || !counts<World>) status = world.condition(call, inputs);
  if (!status.ok()) return status;
  const DType exponents = call.inputs[1]->type;
  world.template with<types::numbers>(call.outputs[0]->type, [&]<class A>(const A& a) {
    const auto power = [&](const auto& at, unsigned* events) {
      return a.pow(a.load(inputs[0], at[0]), world.exponent(exponents, inputs[1], at[1]), events);
    };
    if constexpr (requires(const typename A::Value& v) { a.is_undefined(v); })
      for_each_element<2>(world, call, [&](const auto& i, const auto& at) {
        if (a.is_undefined(power(at, nullptr)) && status.count++ == 0) status.index = i;
      });
    if (status.count == 0)
      for_each_element<2>(world, call, [&](const auto& i, const auto& at) {
        put(a, outputs[0], i, work.events, [&](unsigned* events) { return power(at, events); });
      });
  });
  if (status.count > 0) status.code = Code::condition;
  return status.ok() ? Status{} : status;
}

}  // namespace etalon::impl
