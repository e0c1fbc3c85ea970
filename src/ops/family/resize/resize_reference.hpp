// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Resize and Upsample. In mode nearest an element is moved. In mode linear a coordinate that
// lies between two elements of an axis gives the sum of both, each times its weight, accumulated as the call says; the
// last axis comes first, and an axis whose coordinate lies on an element changes nothing.
#pragma once

#include "ops/family/fold.hpp"
#include "ops/family/move.hpp"
#include "ops/family/resize/resize.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class A, class Policy> struct Interpolation {
  // The value at the coordinate, of the axes from k on; `row` counts the elements before it on the axes before them.
  typename A::Value value(unsigned k, std::uint64_t row, unsigned* events) const {
    if (k == g.rank) return a.quiet(a.load(input, row), events);
    const ResizeAxis::Place& place = places[k];
    const std::uint64_t low = row * g.axis[k].in + place.low;
    if (!place.between()) return value(k + 1, low, events);
    const ResizeAxis::Weights weights = g.axis[k].weights(place, type);
    Policy sum = begun<Policy>(a);
    sum.step(a.number(weights.low), value(k + 1, low, events), events);
    sum.step(a.number(weights.high), value(k + 1, low + 1, events), events);
    return sum.finish(events);
  }

  const A& a;
  const ResizeGeometry& g;
  const ResizeGeometry::Places& places;
  DType type;
  const void* input;
};

// The same where places are not numbers yet: what depends on one of them is a table.
template <class World> struct TabledInterpolation {
  using Place = typename World::Place;

  // Whether element i of the result is not extrapolated.
  auto is_inside(const Place& i) const {
    auto inside = world.within(Place(0), 1);
    for (unsigned k = 0; k < g.rank && g.crops; ++k)
      inside = inside && world.within(along(k, i, "outside", [](const ResizeAxis::Place& p) { return p.outside; }), 1);
    return inside;
  }
  Place element(const Place& i) const {
    Place element(0);
    for (unsigned k = 0; k < g.rank; ++k)
      element = element * g.axis[k].in +
                along(k, i, "nearest", [&](const ResizeAxis::Place& place) { return g.nearest(k, place); });
    return element;
  }
  template <class Policy, class A>
  typename A::Value value(const A& a, unsigned k, const Place& i, const Place& row) const {
    using Result = typename A::Value;
    if (k == g.rank) return a.quiet(a.load(input, row));
    const ResizeAxis& axis = g.axis[k];
    const Place low = row * axis.in + along(k, i, "low", [](const ResizeAxis::Place& place) { return place.low; });
    const auto weight = [&](const char* name, auto choose) {
      return world.tabled_number(a, at(k, i), axis.out, name, [&](std::uint64_t p) {
        const ResizeAxis::Place place = axis.place(p);
        return place.between() ? choose(axis.weights(place, type)) : 0.0;
      });
    };
    const auto is_between =
        world.within(along(k, i, "on_element", [](const ResizeAxis::Place& p) { return !p.between(); }), 1);
    return world.either(
        a, is_between,
        [&]() -> Result {
          Policy sum = begun<Policy>(a);
          sum.step(weight("weight_low", [](const ResizeAxis::Weights& w) { return w.low; }),
                   value<Policy>(a, k + 1, i, low), nullptr);
          sum.step(weight("weight_high", [](const ResizeAxis::Weights& w) { return w.high; }),
                   value<Policy>(a, k + 1, i, low + 1), nullptr);
          return sum.finish(nullptr);
        },
        [&]() -> Result { return value<Policy>(a, k + 1, i, low); });
  }

  const World& world;
  const ResizeGeometry& g;
  DType type;
  const void* input;

 private:
  // The place of element i along axis k, and a number that depends on it.
  Place at(unsigned k, const Place& i) const {
    std::uint64_t behind = 1;
    for (unsigned axis = k + 1; axis < g.rank; ++axis) behind *= g.axis[axis].out;
    return i / behind % g.axis[k].out;
  }
  template <class F> Place along(unsigned k, const Place& i, const char* name, F f) const {
    return world.tabled(at(k, i), g.axis[k].out, name,
                        [&](std::uint64_t p) { return static_cast<std::uint64_t>(f(g.axis[k].place(p))); });
  }
};

// The same where neither the precision of coordinates nor the rounding of weights is given: over an algebra of sets.
template <class A> struct AnyInterpolation {
  typename A::Value value(unsigned k, std::uint64_t row) const {
    if (k == g.rank) return a.load(input, row);
    const auto& [low, high, outside, first, second] = near[k];
    const auto in = [&](std::uint64_t at) { return value(k + 1, row * g.axis[k].in + at); };
    const unsigned roundings = k == last ? of_all : of_axis;
    auto at = static_cast<std::uint64_t>(low);
    std::optional<typename A::Value> all;
    if (low == high && low == static_cast<double>(at)) all = in(at);
    if (first <= second) {
      const auto edge = in(low == 0 ? 0 : g.axis[k].in - 1);
      all = a.interpolated(edge, edge, first, second, roundings);
    }
    for (; static_cast<double>(at) < high; ++at) {
      const double least = std::max(low - static_cast<double>(at), 0.0),
                   most = std::min(high - static_cast<double>(at), 1.0);
      const auto one = a.interpolated(in(at), in(at + 1), least, most, roundings);
      all = all ? a.either(*all, one) : one;
    }
    return *all;
  }

  // Element i of the result.
  static typename A::Value of(const A& a, const ResizeGeometry& g, DType type, const void* input, std::uint64_t i) {
    AnyInterpolation any{a, g, input};
    unsigned axes = 0;
    for (unsigned k = g.rank; k-- > 0; i /= g.axis[k].out) {
      const auto near = g.near(k, i % g.axis[k].out, type);
      if (!near) return a.unknown();
      if (near->outside) return a.number(g.extrapolated);
      any.near[k] = *near;
      const bool is_taken = g.axis[k].is_identity() || (g.axis[k].in == 1 && g.axis[k].out == 1);
      if (!is_taken && axes++ == 0) any.last = k;
    }
    any.of_all = 2 * axes + (1u << axes);
    return any.value(0, 0);
  }

  const A& a;
  const ResizeGeometry& g;
  const void* input;
  // How many roundings one element can have. Along an axis: of its weight, a product, a sum, the result. Where all r
  // axes are taken at once: of r weights, r - 1 products of weights, a product, 2^r - 1 sums, the result.
  unsigned of_all = 0;
  static constexpr unsigned of_axis = 4;
  unsigned last = 0;  // axis that is interpolated; it comes first
  std::array<ResizeGeometry::Near, Limits::max_rank> near = {};
};

template <class World>
Status resized_nearest(const World& world, const ResizeGeometry& g, const Call& call, Inputs inputs, Outputs outputs) {
  const auto& [type, shape] = *call.outputs[0];
  if constexpr (!counts<World>) {
    const TabledInterpolation<World> places{world, g, type, inputs[0]};
    for (const auto i : world.elements(shape)) {
      const auto inside = places.is_inside(i);
      world.when(inside, [&] {
        world.moving(type, [&](const auto& a) { a.store(outputs[0], i, a.load(inputs[0], places.element(i))); });
      });
      world.unless(inside, [&] {
        filling(world, type, [&](const auto& a) { a.store(outputs[0], i, a.number(g.extrapolated)); });
      });
    }
  }
  if constexpr (counts<World>)
    for (std::uint64_t i = 0; i < shape.count; ++i) {
      const std::optional<std::uint64_t> element = g.element(i);
      if (element)
        world.moving(type, [&]<class A>(const A& a) { a.store(outputs[0], i, a.load(inputs[0], *element)); });
      else
        filling(world, type, [&]<class A>(const A& a) { a.store(outputs[0], i, a.number(g.extrapolated)); });
    }
  return {};
}

// Element i of the result, in mode linear.
template <class Policy, class World, class A>
typename A::Value interpolated(const World& world, const A& a, const ResizeGeometry& g, DType type, const void* input,
                               const typename World::Place& i, unsigned* events) {
  if constexpr (!counts<World>) {
    const TabledInterpolation<World> places{world, g, type, input};
    return world.either(
        a, places.is_inside(i), [&] { return places.template value<Policy>(a, 0, i, typename World::Place(0)); },
        [&] { return a.number(g.extrapolated); });
  } else if constexpr (requires { &A::interpolated; }) {
    return AnyInterpolation<A>::of(a, g, type, input, i);
  } else {
    const auto places = g.places(i);
    if (!places) return a.number(g.extrapolated);
    return Interpolation<A, Policy>{a, g, *places, type, input}.value(0, 0, events);
  }
}

template <class World>
Status resized_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const ResizeGeometry g = *ResizeGeometry::of(call);
  if (!g.linear) return resized_nearest(world, g, call, inputs, outputs);
  const auto& [type, shape] = *call.outputs[0];
  world.template with<types::all_floats>(type, [&]<class A>(const A& a) {
    with_policy(a, call.choices.accumulation, [&]<class Policy>() {
      for (const auto i : world.elements(shape))
        put(a, outputs[0], i, work.events,
            [&](unsigned* events) { return interpolated<Policy>(world, a, g, type, inputs[0], i, events); });
    });
  });
  return {};
}

}  // namespace etalon::impl
