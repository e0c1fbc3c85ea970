// SPDX-License-Identifier: Apache-2.0
// Floor 7. The world in which references are followed instead of computed: the same loops, on terms (trace/term.hpp).
// Operands that are indices are plain tensors.
#pragma once

#include "ops/world.hpp"
#include "trace/traced.hpp"

namespace etalon::impl {

struct Tracing : Counting {
  explicit Tracing(Joiner* to) : joiner(to) {}

  template <TypeSet types, class F> void with(DType type, F f) const {
    Stored::with<types>(type, [&]<class A>(A) { f(Traced<A>(joiner)); });
  }
  template <class F> void moving(DType type, F f) const { f(TracedMoves{joiner, type}); }
  template <class F> void indices(F f) const { f(Traced<Int<64>>(joiner)); }
  template <class F> void exactly(F f) const { f(TracedFractions(joiner)); }
  TracedTruth truth(const void* operand, std::uint64_t i) const { return {joiner, TracedMoves::load(operand, i)}; }
  static void decide(void* output, std::uint64_t i, const TracedTruth& truth) {
    TracedMoves::store(output, i, truth.term());
  }
  // An exact number; the type says which number the bits are.
  TracedExponent exponent(DType type, const void* operand, std::uint64_t i) const {
    const Term term = TracedMoves::load(operand, i);
    return {joiner->join(Step::exponent, type, 0, &term)};
  }
  static void give(const Call& call, void* output);
  void convert(const Call& call, const void* input, void* output, Events*) const {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
      const Term term = TracedMoves::load(input, i);
      TracedMoves::store(
          output, i,
          joiner->join(Step::convert, call.outputs[0]->type, static_cast<std::uint64_t>(call.inputs[0]->type), &term));
    }
  }

  Joiner* joiner;
};

}  // namespace etalon::impl
