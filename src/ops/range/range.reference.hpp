// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Range: output[i] = start + i * delta, product and sum rounded, over any world. Elements of 16
// bits are computed in a wider type and rounded once more. Integers are exact: none lies beyond the limit.
#pragma once

#include "ops/family/in_type.hpp"
#include "ops/range/operands.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World>
Status range_reference(const World& world, const Call& call, Inputs, Outputs outputs, const Work& work) {
  const auto& [type, shape] = *call.outputs[0];
  if (info(type).kind != Kind::floating) {
    world.give(call, outputs[0]);
    return {};
  }
  const double first = RangeOperands::number(call, RangeOperands::start),
               step = RangeOperands::number(call, RangeOperands::delta);
  constexpr TypeSet types = types::floats | types::bfloat16;
  world.template with<types>(type, [&](const auto& a) {
    world.template with<types>(RangeOperands::computed_in(call), [&](const auto& b) {
      const auto start = b.number(first), delta = b.number(step);
      for (const auto i : world.elements(shape))
        put(a, outputs[0], i, work.events, [&](unsigned* events) {
          const auto place = number_at(b, i);
          const auto sum = b.add(start, b.mul(place, delta, events), events);
          return in_type(a, b, sum, events);
        });
    });
  });
  return {};
}

}  // namespace etalon::impl
