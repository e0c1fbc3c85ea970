// SPDX-License-Identifier: Apache-2.0
//
// Clip: a number below the lower bound gives that bound, then a number above the upper bound gives that one; so a lower
// bound above the upper one gives the upper one. Numbers are compared as by IEEE 754: a -0 stays where the lower bound
// is +0. A bound that is omitted or a NaN does not bound.
#pragma once

#include <optional>

#include "oracle/arithmetic/order.hpp"

namespace oracle {

// What a NaN gives where the lower bound is above the upper one. ONNX's steps compare the NaN, and pass it on; SONNX
// compares the bounds first, and gives the upper one.
enum class ClippedNan { stays, is_the_upper_bound };

constexpr Answer clip(Type type, std::uint64_t x, std::optional<std::uint64_t> lower,
                      std::optional<std::uint64_t> upper, ClippedNan nan = ClippedNan::stays) {
  unsigned events = nan_events(type, {x});
  std::uint64_t result = x;
  if (lower) {
    events |= nan_events(type, {*lower});
    result = is_less(type, result, *lower) ? *lower : result;
  }
  if (upper) {
    events |= nan_events(type, {*upper});
    result = is_less(type, *upper, result) ? *upper : result;
  }
  const bool are_crossed = lower && upper && is_less(type, *upper, *lower);
  if (not_a_number(type, x) && are_crossed && nan == ClippedNan::is_the_upper_bound) {
    result = *upper;
  }
  return {canonical(type, result), events};
}

}  // namespace oracle
