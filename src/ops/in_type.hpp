// SPDX-License-Identifier: Apache-2.0
// Floor 4. Conversions between element types in any world, for operators that do not compute all steps in the type of
// their operands. A conversion rounds and raises events.
#pragma once

#include <optional>
#include <type_traits>

#include "tensor/algebra.hpp"

namespace etalon::impl {

// A value of one algebra in another one of the same world.
template <class To, class From> typename To::Value in_type(const typename From::Value& v, unsigned* events) {
  if constexpr (std::is_same_v<To, From>)
    return v;
  else if constexpr (requires { To::template from<From>(v); })
    return To::template from<From>(v);
  else
    return converted<To, From>(v, events);
}

// Element i of an operand of this type, which is one of `types`, as a value of A.
template <class World, TypeSet types, class A>
typename A::Value loaded_as(DType type, const void* operand, std::uint64_t i, unsigned* events) {
  std::optional<typename A::Value> value;
  World::template with<types>(type, [&]<class B>() { value = in_type<A, B>(B::load(operand, i), events); });
  return *value;
}

}  // namespace etalon::impl
