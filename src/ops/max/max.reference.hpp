// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Max: the largest of the operands' elements. +0 is larger than -0, and a NaN absorbs; so a
// single NaN becomes the one quiet NaN too. Over any world.
#pragma once

#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

struct Largest {
  template <class A, class V> typename A::Value operator()(const A& a, unsigned* events, const V& first) const {
    return a.quiet(first, events);
  }
  template <class A, class V, class W>
  typename A::Value operator()(const A& a, unsigned* events, const V& so_far, const W& next) const {
    return a.max(so_far, next, events);
  }
};

template <class World>
Status max_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return map_all<types::numbers>(world, call, inputs, outputs, work, Largest{});
}

}  // namespace etalon::impl
