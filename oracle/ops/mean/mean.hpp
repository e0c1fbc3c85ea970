// SPDX-License-Identifier: Apache-2.0
//
// Mean: the sum, as Sum has it, divided by the number of operands, which is rounded as well. Needs MPFR.
#pragma once

#include <span>

#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/sum/sum.hpp"

namespace oracle {

inline Answer mean(Type type, std::span<const std::uint64_t> operands) {
  const std::uint64_t count = cast(Integer{64, false}, type, operands.size()).bits;
  const Answer total = sum(type, operands);
  const Answer quotient = ieee_div(type.format(), total.bits, count);
  return {quotient.bits, total.events | quotient.events};
}

}  // namespace oracle
