// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Range: output[i] = start + i * delta, product and sum rounded, over any world. Elements of 16
// bits are computed in a wider type and rounded once more. Integers are exact: none lies beyond the limit.
#pragma once

#include "ops/family/in_type.hpp"
#include "ops/range/operands.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// Calls f(algebra) for what elements of algebra A are computed in.
template <class A, class F> void in_stash(const A& a, const Call& call, F f) {
  if constexpr (requires { A::format; }) {
    if constexpr (A::format.bits == 16) {
      using Single = typename WiderThan<A>::Type;
      if (RangeOperands::computed_in(call) == DType::f32) return f(beside<Single>(a));
      return f(beside<typename WiderThan<Single>::Type>(a));
    }
  }
  f(a);
}

template <class World>
Status range_reference(const World& world, const Call& call, Inputs, Outputs outputs, const Work& work) {
  const auto& [type, shape] = *call.outputs[0];
  if (info(type).kind != Kind::floating) {
    world.give(call, outputs[0]);
    return {};
  }
  const double first = RangeOperands::number(call, RangeOperands::start),
               step = RangeOperands::number(call, RangeOperands::delta);
  world.template with<types::floats | types::bfloat16>(type, [&]<class A>(const A& a) {
    in_stash(a, call, [&]<class B>(const B& b) {
      const auto start = b.number(first), delta = b.number(step);
      for (std::uint64_t i = 0; i < shape.count; ++i) {
        unsigned raised = 0, *const events = work.events != nullptr ? &raised : nullptr;
        const auto place = b.number(static_cast<double>(i));
        const auto sum = b.add(start, b.mul(place, delta, events), events);
        a.store(outputs[0], i, in_type(a, b, sum, events));
        if (events != nullptr) work.events->note(raised, i);
      }
    });
  });
  return {};
}

}  // namespace etalon::impl
