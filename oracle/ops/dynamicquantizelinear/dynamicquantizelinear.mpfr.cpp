// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/dynamicquantizelinear/dynamicquantizelinear.hpp"

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/order.hpp"
#include "oracle/ops/quantizelinear/quantizelinear.hpp"

namespace oracle {
namespace {

constexpr Integer uint8_type{8, false};
constexpr std::uint64_t float_one = 0x3F800000;
constexpr std::uint64_t float_255 = 0x437F0000;

// The ends of the range, both NaNs if an element is one.
struct DynamicRange {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  unsigned events = 0;
};

DynamicRange range_of(std::span<const std::uint64_t> x) {
  DynamicRange range;
  for (const std::uint64_t element : x) {
    range.events |= nan_events(float32, {element});
    if (is_nan(float32, element) || is_nan(float32, range.low)) {
      range.low = range.high = canonical_nan(float32);
      continue;
    }
    range.low = is_less(float32, element, range.low) ? element : range.low;
    range.high = is_less(float32, range.high, element) ? element : range.high;
  }
  return range;
}

Answer scale_of(const DynamicRange& range) {
  if (is_zero(float32, range.low) && is_zero(float32, range.high)) {
    return {float_one, invalid};
  }
  const Answer width = ieee_sub(float32, range.high, range.low);
  const Answer scale = ieee_div(float32, width.bits, float_255);
  return {scale.bits, range.events | width.events | scale.events};
}

Answer zero_point_of(const DynamicRange& range, std::uint64_t scale) {
  const Answer quotient = ieee_div(float32, range.low, scale);
  std::uint64_t opposite = quotient.bits ^ sign_mask(float32);
  if (is_less(float32, opposite, 0)) {
    opposite = 0;
  }
  if (is_less(float32, float_255, opposite)) {
    opposite = float_255;
  }
  const Answer integer = quantise(uint8_type, 0, float32, opposite);
  return {integer.bits, quotient.events | integer.events};
}

}  // namespace

DynamicallyQuantised dynamicquantizelinear(std::span<const std::uint64_t> x) {
  const DynamicRange range = range_of(x);
  DynamicallyQuantised result{{}, scale_of(range), {}};
  result.zero_point = zero_point_of(range, result.scale.bits);
  for (const std::uint64_t element : x) {
    const Answer quotient = ieee_div(float32, element, result.scale.bits);
    const Answer integer = quantise(uint8_type, result.zero_point.bits, float32, quotient.bits);
    result.y.push_back({integer.bits, quotient.events | integer.events});
  }
  return result;
}

}  // namespace oracle
