// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Sum: the operands' elements added in their order, from the first one on, each sum rounded.
// One alone stays what it is, but a NaN becomes the one quiet NaN. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

struct Added {
  template <class A, class V> typename A::Value operator()(const A& a, unsigned* events, const V& first) const {
    if constexpr (requires { a.begun(first); })
      return a.begun(first);  // where any order is admissible
    else
      return a.quiet(first, events);
  }
  template <class A, class V, class W>
  typename A::Value operator()(const A& a, unsigned* events, const V& so_far, const W& next) const {
    return a.add(so_far, next, events);
  }
};

template <class World>
Status sum_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map_all<types::all_floats>(world, call, inputs, outputs, work, Added{});
}

}  // namespace etalon::impl
