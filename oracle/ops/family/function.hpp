// SPDX-License-Identifier: Apache-2.0
//
// How a function of one argument is judged on all numbers of a type. Needs MPFR.
#pragma once

#include <algorithm>

#include "oracle/arithmetic/functions.hpp"

namespace oracle {

template <Answer (*right)(Format, std::uint64_t)> Answer judge_function(Type type, Type, std::uint64_t x) {
  static const RealFunction& function = *std::ranges::find(real_functions, right, &RealFunction::judge);
  if (type.bits == 32) return quick_float_answer(function, static_cast<std::uint32_t>(x));
  return right(type.format(), x);
}

}  // namespace oracle
