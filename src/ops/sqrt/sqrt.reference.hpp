// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sqrt: the square root of X[i], rounded once. -0 stays, and a number below zero gives a NaN.
// Among exact reals only squares have a root that can be written: X is searched for others before the first result is
// written.
#pragma once

#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World> Status find_irrational_roots(const Call& call, const void* operand) {
  Status status{Code::ok, "SQRT-REAL-SQUARE"};
  World::template with<types::all_floats>(call.inputs[0]->type, [&]<class A>() {
    if constexpr (requires(const typename A::Value& v) { A::is_square(v); })
      for (std::uint64_t i = 0; i < call.inputs[0]->shape.count; ++i)
        if (!A::is_square(A::load(operand, i)) && status.count++ == 0) status.index = i;
  });
  if (status.count > 0) status.code = Code::condition;
  return status.ok() ? Status{} : status;
}

template <class World> Status sqrt_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (const Status irrational = find_irrational_roots<World>(call, inputs[0]); !irrational.ok()) return irrational;
  return map<World, types::all_floats, 1>(call, inputs, outputs, work,
                                          [](auto a, unsigned* events, const auto& x) { return a.sqrt(x, events); });
}

}  // namespace etalon::impl
