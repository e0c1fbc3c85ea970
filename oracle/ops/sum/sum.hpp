// SPDX-License-Identifier: Apache-2.0
//
// Sum: the operands added in their order, from the first one on, each addition rounded. One alone stays what it is, but
// a NaN becomes the canonical one. Needs MPFR.
#pragma once

#include <span>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/order.hpp"

namespace oracle {

inline Answer sum(Type type, std::span<const std::uint64_t> operands) {
  Answer result{canonical(type, operands.front()), nan_events(type, {operands.front()})};
  for (const std::uint64_t operand : operands.subspan(1)) {
    const Answer step = ieee_add(type.format(), result.bits, operand);
    result = {step.bits, result.events | step.events};
  }
  return result;
}

}  // namespace oracle
