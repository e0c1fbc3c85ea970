// SPDX-License-Identifier: Apache-2.0
// Floor 4. Operators of the family map whose results are truth values: comparisons of numbers, and logic. Over the
// reals, and where errors are carried, an operand may be too near to a tie for an answer: then the truth is unsettled,
// and decide() of the world stores that. Every kind of truth has negation() and conjunction(); the rest of logic
// follows.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

inline bool negation(bool a) { return !a; }
inline bool conjunction(bool a, bool b) { return a && b; }

template <class Truth> Truth disjunction(const Truth& a, const Truth& b) {
  return negation(conjunction(negation(a), negation(b)));
}
template <class Truth> Truth exclusion(const Truth& a, const Truth& b) {
  return disjunction(conjunction(a, negation(b)), conjunction(negation(a), b));
}

// C[i] = f(A[i], B[i], …) over N operands that are truth values. No event can happen.
template <unsigned N, class World, class F>
Status decide(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work&, F f) {
  for_each_element<N>(world, call, [&](const auto& i, const auto& at) {
    [&]<std::size_t... x>(std::index_sequence<x...>) {
      world.decide(outputs[0], i, f(world.truth(inputs[x], at[x])...));
    }(std::make_index_sequence<N>());
  });
  return {};
}

// C[i] = f(algebra, events, A[i], B[i]) over operands that are numbers.
template <class World, class F>
Status compare(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f) {
  world.template with<types::numbers>(call.inputs[0]->type, [&]<class A>(const A& a) {
    for_each_element<2>(world, call, [&](const auto& i, const auto& at) {
      unsigned raised = 0;
      world.decide(
          outputs[0], i,
          f(a, work.events != nullptr ? &raised : nullptr, a.load(inputs[0], at[0]), a.load(inputs[1], at[1])));
      if constexpr (counts<World>)
        if (work.events != nullptr) work.events->note(raised, i);
    });
  });
  return {};
}

}  // namespace etalon::impl
