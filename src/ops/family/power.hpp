// SPDX-License-Identifier: Apache-2.0
// Floor 4. Powers whose exponent is a multiple of a quarter, in any algebra: rounded once where numbers are stored, as
// a root of an integer power where nothing is rounded.
#pragma once

#include <cstdint>

#include "scalar/functions/power.h"

namespace etalon::impl {

inline constexpr unsigned most_quarters = 8;

template <class A>
typename A::Value power(const A& a, const typename A::Value& x, unsigned quarters, unsigned* events) {
  if constexpr (requires { a.power(x, quarters); }) {
    return a.power(x, quarters);
  } else if constexpr (requires { A::format; }) {
    unsigned ignored = 0;
    return A::of(binary_power(A::format, A::pattern(x), quarters, events != nullptr ? events : &ignored));
  } else {
    const unsigned degree = quarters % 4 == 0 ? 1 : quarters % 2 == 0 ? 2 : 4;
    auto result = a.number(1);
    if (quarters == 0) return a.add(result, a.mul(a.number(0), x, nullptr), nullptr);  // none of what has no real value
    for (unsigned k = 0; k < quarters * degree / 4; ++k) result = a.mul(result, x, nullptr);
    for (unsigned k = 1; k < degree; k *= 2) result = a.sqrt(result, nullptr);
    return result;
  }
}

}  // namespace etalon::impl
