// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Range: output[i] = start + i * delta, product and sum rounded, over any world. Elements of 16
// bits are computed in a wider type and rounded once more. Integers are exact: none lies beyond the limit.
#pragma once

#include "ops/range/operands.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// Calls f<Algebra>() for what elements of algebra A are computed in.
template <class A, class F> void in_stash(const Call& call, F f) {
  if constexpr (requires { A::format; }) {
    if constexpr (A::format.bits == 16) {
      using Single = typename WiderThan<A>::Type;
      if (RangeOperands::computed_in(call) == DType::f32) return f.template operator()<Single>();
      return f.template operator()<typename WiderThan<Single>::Type>();
    }
  }
  f.template operator()<A>();
}

// What was computed in algebra B as an element of algebra A.
template <class A, class B> auto from_stash(const typename B::Value& v, [[maybe_unused]] unsigned* events) {
  if constexpr (std::is_same_v<A, B>)
    return v;
  else if constexpr (requires { A::template from<B>(v); })
    return A::template from<B>(v);
  else
    return converted<A, B>(v, events);
}

template <class World> Status range_reference(const Call& call, Inputs, Outputs outputs, const Work& work) {
  const auto& [type, shape] = *call.outputs[0];
  if (info(type).kind != Kind::floating) {
    World::give(call, outputs[0]);
    return {};
  }
  const double first = RangeOperands::number(call, RangeOperands::start),
               step = RangeOperands::number(call, RangeOperands::delta);
  World::template with<types::floats | types::bfloat16>(type, [&]<class A>() {
    in_stash<A>(call, [&]<class B>() {
      const auto start = B::number(first), delta = B::number(step);
      for (std::uint64_t i = 0; i < shape.count; ++i) {
        unsigned raised = 0, *const events = work.events != nullptr ? &raised : nullptr;
        const auto place = B::number(static_cast<double>(i));
        const auto sum = B::add(start, B::mul(place, delta, events), events);
        A::store(outputs[0], i, from_stash<A, B>(sum, events));
        if (events != nullptr) work.events->note(raised, i);
      }
    });
  });
  return {};
}

}  // namespace etalon::impl
