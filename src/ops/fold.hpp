// SPDX-License-Identifier: Apache-2.0
// Floor 4. The family fold: each element of the result is a sum over terms, made by the accumulation policy of the call
// (ops/dot.hpp).
#pragma once

#include "ops/dot.hpp"
#include "ops/map.hpp"

namespace etalon::impl {

// What a fold adds terms to: the product of two elements of the first two operands, or an element of the first.
template <class A, class Policy> struct Terms {
  void product(std::uint64_t a, std::uint64_t b) { sum.step(A::load(inputs[0], a), A::load(inputs[1], b), events); }
  void element(std::uint64_t a) { sum.plus(A::load(inputs[0], a), events); }

  Policy& sum;
  Inputs inputs;
  unsigned* events;
};

// Element i of the result is the sum of what terms(i, t) gives to t.
template <class World, TypeSet types, class EachTerm>
Status fold(const Call& call, Inputs inputs, Outputs outputs, const Work& work, EachTerm terms) {
  World::template with<types>(call.outputs[0]->type, [&]<class A>() {
    with_policy<A>(call.choices.accumulation, [&]<class Policy>() {
      for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
        put<A>(outputs[0], i, work.events, [&](unsigned* events) {
          Policy sum;
          terms(i, Terms<A, Policy>{sum, inputs, events});
          return sum.finish(events);
        });
    });
  });
  return {};
}

}  // namespace etalon::impl
