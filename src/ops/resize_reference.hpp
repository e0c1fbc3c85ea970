// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Resize and Upsample. In mode nearest an element is moved. In mode linear a coordinate that
// lies between two elements of an axis gives the sum of both, each times its weight, accumulated as the call says; the
// last axis comes first, and an axis whose coordinate lies on an element changes nothing.
#pragma once

#include "ops/fold.hpp"
#include "ops/move.hpp"
#include "ops/resize.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class A, class Policy> struct Interpolation {
  // The value at the coordinate, of the axes from k on; `row` counts the elements before it on the axes before them.
  typename A::Value value(unsigned k, std::uint64_t row, unsigned* events) const {
    if (k == g.rank) return A::quiet(A::load(input, row), events);
    const ResizeAxis::Place& place = places[k];
    const std::uint64_t low = row * g.axis[k].in + place.low;
    if (!place.between()) return value(k + 1, low, events);
    const ResizeAxis::Weights weights = g.axis[k].weights(place, type);
    Policy sum;
    sum.step(A::number(weights.low), value(k + 1, low, events), events);
    sum.step(A::number(weights.high), value(k + 1, low + 1, events), events);
    return sum.finish(events);
  }

  const ResizeGeometry& g;
  const ResizeGeometry::Places& places;
  DType type;
  const void* input;
};

template <class World>
Status resized_nearest(const ResizeGeometry& g, const Call& call, Inputs inputs, Outputs outputs) {
  const auto& [type, shape] = *call.outputs[0];
  for (std::uint64_t i = 0; i < shape.count; ++i) {
    const std::optional<std::uint64_t> element = g.element(i);
    if (element)
      World::moving(type, [&]<class A>() { A::store(outputs[0], i, A::load(inputs[0], *element)); });
    else
      filling<World>(type, [&]<class A>() { A::store(outputs[0], i, A::number(g.extrapolated)); });
  }
  return {};
}

template <class World> Status resized_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const ResizeGeometry g = *ResizeGeometry::of(call);
  if (!g.linear) return resized_nearest<World>(g, call, inputs, outputs);
  const auto& [type, shape] = *call.outputs[0];
  World::template with<types::all_floats>(type, [&]<class A>() {
    with_policy<A>(call.choices.accumulation, [&]<class Policy>() {
      for (std::uint64_t i = 0; i < shape.count; ++i)
        put<A>(outputs[0], i, work.events, [&](unsigned* events) -> typename A::Value {
          const auto places = g.places(i);
          if (!places) return A::number(g.extrapolated);
          return Interpolation<A, Policy>{g, *places, type, inputs[0]}.value(0, 0, events);
        });
    });
  });
  return {};
}

}  // namespace etalon::impl
