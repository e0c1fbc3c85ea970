// SPDX-License-Identifier: Apache-2.0
// Floor 4. Operators of the family map whose results are truth values: comparisons of numbers, and logic. Over the
// reals, and where errors are carried, an operand may be too near to a tie for an answer: then the truth is unsettled,
// and World::decide stores that. Every kind of truth has negation() and conjunction(); the rest of logic follows.
#pragma once

#include "ops/map.hpp"
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
template <class World, unsigned N, class F>
Status decide(const Call& call, Inputs inputs, Outputs outputs, const Work&, F f) {
  for_each_element<N>(call, [&](std::uint64_t i, const std::array<std::uint64_t, N>& at) {
    [&]<std::size_t... x>(std::index_sequence<x...>) {
      World::decide(outputs[0], i, f(World::truth(inputs[x], at[x])...));
    }(std::make_index_sequence<N>());
  });
  return {};
}

// C[i] = f(algebra, events, A[i], B[i]) over operands that are numbers.
template <class World, class F>
Status compare(const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f) {
  World::template with<types::numbers>(call.inputs[0]->type, [&]<class A>() {
    for_each_element<2>(call, [&](std::uint64_t i, const std::array<std::uint64_t, 2>& at) {
      unsigned raised = 0;
      World::decide(
          outputs[0], i,
          f(A{}, work.events != nullptr ? &raised : nullptr, A::load(inputs[0], at[0]), A::load(inputs[1], at[1])));
      if (work.events != nullptr) work.events->note(raised, i);
    });
  });
  return {};
}

}  // namespace etalon::impl
