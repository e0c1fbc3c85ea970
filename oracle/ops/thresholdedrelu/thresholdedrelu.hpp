// SPDX-License-Identifier: Apache-2.0
//
// ThresholdedRelu: a number above alpha gives itself, anything else, also a NaN, +0. The attribute, of type float, is
// first rounded to the type of the elements.
#pragma once

#include "oracle/arithmetic/order.hpp"
#include "oracle/ops/cast/cast.hpp"

namespace oracle {

inline Answer thresholded_relu(Type type, std::uint64_t x, std::uint32_t alpha) {
  const bool is_above = is_less(type, cast(float32, type, alpha).bits, x);
  return {is_above ? x : 0, nan_events(type, {x})};
}

}  // namespace oracle
