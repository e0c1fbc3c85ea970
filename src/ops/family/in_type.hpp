// SPDX-License-Identifier: Apache-2.0
// Floor 4. Conversions between element types in any world, for operators that do not compute all steps in the type of
// their operands. A conversion rounds and raises events.
#pragma once

#include <optional>
#include <type_traits>

#include "ops/family/map.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

// Whether one type of stored integers has all numbers of another one, so that a value stays what it is.
template <class To, class From> inline constexpr bool has_all_of = false;
template <unsigned To, unsigned From> inline constexpr bool has_all_of<Int<To>, Int<From>> = To >= From;
template <unsigned To, unsigned From> inline constexpr bool has_all_of<Int<To>, UInt<From>> = (To > From);
template <unsigned To, unsigned From> inline constexpr bool has_all_of<UInt<To>, UInt<From>> = To >= From;

// A value of one algebra in another one of the same world.
template <class To, class From>
typename To::Value in_type(const To& to, [[maybe_unused]] const From& from, const typename From::Value& v,
                           unsigned* events) {
  if constexpr (requires { to.in_type(from, v); })
    return to.in_type(from, v);
  else if constexpr (std::is_same_v<To, From>)
    return v;
  else if constexpr (has_all_of<To, From>)
    return static_cast<typename To::Value>(v);
  else if constexpr (requires { to.template from<From>(v); })
    return to.template from<From>(v);
  else
    return converted<To, From>(v, events);
}

// Element i of an operand of this type, which is one of `types`, as a value of the algebra.
template <TypeSet types, class World, class A>
typename A::Value loaded_as(const World& world, const A& a, DType type, const void* operand, const auto& i,
                            unsigned* events) {
  std::optional<typename A::Value> value;
  world.template with<types>(type, [&](const auto& own) { value = in_type(a, own, own.load(operand, i), events); });
  return *value;
}

// C[i] = f(algebra, events, A[i], B[i], …) over the first N operands, where each may have a type of its own: the steps
// of f are made in the type `in`, into which each operand is taken, and its result is taken into the type of C.
template <TypeSet types, unsigned N, class World, class F>
Status map_in(const World& world, DType in, const Call& call, Inputs inputs, Outputs outputs, const Work& work, F f) {
  world.template with<types>(in, [&]<class A>(const A& a) {
    world.template with<types>(call.outputs[0]->type, [&]<class C>(const C& c) {
      for_each_element<N>(world, call, [&](const auto& i, const auto& elements) {
        put(c, outputs[0], i, work.events, [&](unsigned* events) {
          return [&]<std::size_t... x>(std::index_sequence<x...>) {
            return in_type(
                c, a, f(a, events, loaded_as<types>(world, a, call.inputs[x]->type, inputs[x], elements[x], events)...),
                events);
          }(std::make_index_sequence<N>());
        });
      });
    });
  });
  return {};
}

}  // namespace etalon::impl
