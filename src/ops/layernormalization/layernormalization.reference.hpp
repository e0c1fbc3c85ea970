// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of LayerNormalization, each step rounded. In the type that stash_type names: the mean of a group
// of X, D = X - Mean, the mean Var of D * D, StdDev = sqrt(Var + epsilon), InvStdDev = 1 / StdDev and D * InvStdDev. In
// the type of X: that times Scale, plus B. Means are accumulated as the call says.
#pragma once

#include "ops/family/dot.hpp"
#include "ops/family/in_type.hpp"
#include "ops/family/map.hpp"
#include "ops/layernormalization/layernormalization.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// U is the algebra of the steps.
template <class World, class U> class LayerNormalization {
  static constexpr TypeSet types = types::all_floats;
  using Value = typename U::Value;
  using Place = typename World::Place;

 public:
  LayerNormalization(const World& world, const U& algebra, const Call& call, Inputs inputs, Outputs outputs,
                     Events* events)
      : world_(world), u(algebra), call_(call), g_(call), inputs_(inputs), outputs_(outputs), events_(events) {}

  // Output by output, so that events are noted in the order of elements.
  template <class Policy> void compute() const {
    for (const auto group : world_.below(g_.groups, "group")) {
      unsigned raised = 0;
      unsigned* const seen = events_ != nullptr ? &raised : nullptr;
      const Value average = mean_of<Policy>(group * g_.length, seen);
      const Value inverse = inverse_deviation<Policy>(group * g_.length, average, seen);
      normalize(group * g_.length, average, inverse, raised);
    }
    for (unsigned output = 1; output < call_.outputs.size(); ++output)
      for (const auto group : world_.below(call_.outputs[output] ? g_.groups : 0, "group"))
        put(u, outputs_[output], group, events_, [&](unsigned* events) {
          const Value average = mean_of<Policy>(group * g_.length, events);
          return output == 1 ? average : inverse_deviation<Policy>(group * g_.length, average, events);
        });
  }

 private:
  Value x(const Place& i, unsigned* events) const {
    return loaded_as<types>(world_, u, call_.inputs[0]->type, inputs_[0], i, events);
  }
  // The element of Scale or B that belongs to element i of X.
  template <class T> decltype(auto) beside(const T& t, unsigned input, const Place& i) const {
    return t.load(inputs_[input], broadcast_element(call_, input, i));
  }

  void normalize(const Place& first, const Value& average, const Value& inverse, unsigned raised) const {
    world_.template with<types>(call_.outputs[0]->type, [&]<class T>(const T& t) {
      for (const auto k : world_.below(g_.length)) {
        const Place i = first + k;
        put(t, outputs_[0], i, events_, [&](unsigned* events) {
          note(events, raised);
          const Value normal = u.mul(u.sub(x(i, events), average, events), inverse, events);
          const auto scaled = t.mul(in_type(t, u, normal, events), beside(t, 1, i), events);
          return call_.has_input(2) ? t.add(scaled, beside(t, 2, i), events) : scaled;
        });
      }
    });
  }

  template <class Policy> Value mean_of(const Place& first, unsigned* events) const {
    return mean<Policy>(events, [&](const Place& k) { return x(first + k, events); });
  }
  template <class Policy, class Term> Value mean(unsigned* events, Term term) const {
    Policy sum = begun<Policy>(u);
    for (const auto k : world_.below(g_.length)) sum.plus(term(k), events);
    sum.divide(g_.length, events);
    return sum.finish(events);
  }
  template <class Policy> Value inverse_deviation(const Place& first, const Value& average, unsigned* events) const {
    const Value variance = mean<Policy>(events, [&](const Place& k) {
      // It has the bits of D * D, and a range of magnitudes has no negative squares.
      const Value distance = u.abs(u.sub(x(first + k, events), average, events), events);
      return u.mul(distance, distance, events);
    });
    const Value epsilon = u.number(attribute_in(*stash_type_of(call_), *call_.named<float>("epsilon")));
    return u.div(u.number(1), u.sqrt(u.add(variance, epsilon, events), events), events);
  }

  const World& world_;
  const U& u;
  const Call& call_;
  const LayerGeometry g_;
  const Inputs inputs_;
  const Outputs outputs_;
  Events* const events_;
};

template <class World>
Status layernormalization_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs,
                                    const Work& work) {
  world.template with<types::all_floats>(*stash_type_of(call), [&]<class U>(const U& u) {
    with_policy(u, call.choices.accumulation, [&]<class Policy>() {
      LayerNormalization<World, U>(world, u, call, inputs, outputs, work.events).template compute<Policy>();
    });
  });
  return {};
}

}  // namespace etalon::impl
