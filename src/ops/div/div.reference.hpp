// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Div: C[i] = A[i] / B[i]. Integers and reals have no quotient by zero: B is searched for zeros
// before the first result is written. Integers round down or towards zero, as the profile chooses.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

// Whether a division by zero has no result in this algebra.
template <class Algebra>
inline constexpr bool zero_divides_nothing =
    requires(const Algebra& a, const typename Algebra::Value& v) { a.is_zero(v); };

template <class World> Status find_zeros(const World& world, const Call& call, const void* divisor) {
  const DType type = call.inputs[1]->type;
  Status status{Code::ok, type == DType::real ? "DIV-REAL-ZERO" : "DIV-INT-ZERO"};
  world.template with<types::numbers>(type, [&]<class A>(const A& a) {
    if constexpr (zero_divides_nothing<A>)
      for_each_element<2>(world, call, [&](const auto& i, const auto& elements) {
        world.refuse(status, a.is_zero(a.load(divisor, elements[1])), i);
      });
  });
  if (status.count > 0) status.code = Code::condition;
  return status.ok() ? Status{} : status;
}

template <class World>
Status div_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (const Status zeros = find_zeros(world, call, inputs[1]); !zeros.ok()) return zeros;
  const bool floor = call.choices.integer_division == IntegerDivision::floor;
  const auto quotient = [floor]<class A>(A a, unsigned* events, const auto& x, const auto& y) {
    if constexpr (requires { a.div_floor(x, y, events); })
      return floor ? a.div_floor(x, y, events) : a.div_truncate(x, y, events);
    else
      return a.div(x, y, events);
  };
  return map<types::numbers, 2>(world, call, inputs, outputs, work, quotient);
}

}  // namespace etalon::impl
