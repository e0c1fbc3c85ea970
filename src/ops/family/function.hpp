// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the references of functions of one argument share. A floating-point number outside the domain gives a
// NaN; a real one has no value, and X is searched for such numbers before the first result is written.
#pragma once

#include "base/real_function.hpp"
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// The names that ONNX gives the operands of most of these functions.
inline constexpr Formal function_inputs[] = {{"input"}}, function_outputs[] = {{"output"}};

// Reports arguments without a real value, by the rule of the row's only precondition if it has one.
template <class World, class F> Status find_undefined(const World& world, const Call& call, const void* operand, F f) {
  Status status;
  world.template with<types::all_floats>(call.inputs[0]->type, [&]<class A>(const A& a) {
    if constexpr (requires(const typename A::Value& v) { a.is_undefined(v); })
      for (std::uint64_t i = 0; i < call.inputs[0]->shape.count; ++i)
        if (a.is_undefined(f(a, nullptr, a.load(operand, i))) && status.count++ == 0) status.index = i;
  });
  if (status.count == 0) return {};
  status.code = Code::condition;
  status.rule = call.row->preconditions.empty() ? "NUM-REAL-IRRATIONAL" : call.row->preconditions[0].rule;
  return status;
}

// Y[i] = f(algebra, events, X[i]), where that is defined.
template <class World, class F>
Status map_defined(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f) {
  if (const Status undefined = find_undefined(world, call, inputs[0], f); !undefined.ok()) return undefined;
  return map<types::all_floats, 1>(world, call, inputs, outputs, work, f);
}

template <RealFunction f, class World>
Status function_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map_defined(world, call, inputs, outputs, work, []<class A>(const A& a, unsigned* events, const auto& x) {
    return a.template function<f>(x, events);
  });
}

}  // namespace etalon::impl
