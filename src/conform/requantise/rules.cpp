// SPDX-License-Identifier: Apache-2.0
// Floor 8. See rules.hpp. Scales are numbers of a format that float contains, so that float arithmetic on them
// is that of the implementations.
#include "conform/requantise/rules.hpp"

#include <algorithm>
#include <cmath>

#include "scalar/floats.h"
#include "scalar/fraction.h"

namespace etalon::impl {
namespace {

std::int64_t held(std::int64_t sum, const Rescaling& by) { return std::clamp(sum, by.lowest, by.highest); }

// An integral double plus the zero point; infinities stay beyond all types.
std::int64_t moved(double integer, const Rescaling& by) {
  if (std::isnan(integer)) return held(by.zero_point, by);
  return held(static_cast<std::int64_t>(std::clamp(integer, -0x1p40, 0x1p40)) + by.zero_point, by);
}

// ---- exact numbers --------------------------------------------------------------------------------------------------

fraction exact_product(std::int64_t accumulator, const Rescaling& by) {
  unsigned ignored = 0;
  const auto scale = [](double v) {
    return fraction_reduced(fraction_of_value(binary_value(FORMAT_DOUBLE, f64_bits(v))));
  };
  const fraction sum = fraction_of_value(value_of_int(accumulator));
  const fraction product = fraction_mul(fraction_mul(sum, scale(by.a), &ignored), scale(by.b), &ignored);
  return fraction_div(product, scale(by.y), &ignored);
}

std::int64_t exact(std::int64_t accumulator, const Rescaling& by) {
  unsigned ignored = 0;
  return fraction_quantised(exact_product(accumulator, by), by.zero_point, by.lowest, by.highest, &ignored);
}

// Half way between `low` and the next integer, takes_upper(low) decides.
template <class TakesUpper> std::int64_t with_ties(fraction x, const Rescaling& by, TakesUpper takes_upper) {
  const std::int64_t beyond = std::int64_t{1} << 40;
  unsigned events = 0;
  std::int64_t integer = fraction_quantised(x, 0, -beyond, beyond, &events);
  if ((events & EVENT_TIE) != 0) {
    x.exponent += 1;  // twice a tie is an odd integer
    const std::int64_t low = (fraction_quantised(x, 0, -2 * beyond, 2 * beyond, &events) - 1) / 2;
    integer = takes_upper(low) ? low + 1 : low;
  }
  return held(integer + by.zero_point, by);
}
std::int64_t ties_away(const fraction& x, const Rescaling& by) {
  return with_ties(x, by, [](std::int64_t low) { return low >= 0; });
}
std::int64_t added_first(const fraction& x, const Rescaling& by) {
  return with_ties(x, by, [&](std::int64_t low) { return (low + by.zero_point) % 2 != 0; });
}
template <std::int64_t (*rule)(const fraction&, const Rescaling&)>
std::int64_t of_product(std::int64_t accumulator, const Rescaling& by) {
  return rule(exact_product(accumulator, by), by);
}

// ---- floating point -------------------------------------------------------------------------------------------------

float product_of_scales(const Rescaling& by) { return static_cast<float>(by.a) * static_cast<float>(by.b); }

std::int64_t in_float(std::int64_t accumulator, float multiplier, const Rescaling& by) {
  return moved(f32_nearest(static_cast<float>(accumulator) * multiplier), by);
}
std::int64_t ort(std::int64_t accumulator, const Rescaling& by) {
  return in_float(accumulator, product_of_scales(by) / static_cast<float>(by.y), by);
}
std::int64_t reciprocal(std::int64_t accumulator, const Rescaling& by) {
  return in_float(accumulator, product_of_scales(by) * (1.0F / static_cast<float>(by.y)), by);
}
std::int64_t onnx_reference(std::int64_t accumulator, const Rescaling& by) {
  const double multiplier = static_cast<double>(product_of_scales(by) / static_cast<float>(by.y));
  const double sum = static_cast<double>(accumulator) * multiplier + static_cast<double>(by.zero_point);
  if (std::isnan(sum)) return held(by.zero_point, by);
  return held(static_cast<std::int64_t>(std::clamp(f64_nearest(sum), -0x1p40, 0x1p40)), by);
}

// ---- fixed point ----------------------------------------------------------------------------------------------------

// multiplier * 2^(shift - 31), with a multiplier of 31 bits.
struct FixedPoint {
  std::int64_t multiplier;
  int shift;

  explicit FixedPoint(const Rescaling& by) {
    const double fraction = std::frexp(by.a * by.b / by.y, &shift);
    multiplier = std::llround(fraction * 0x1p31);
    if (multiplier == std::int64_t{1} << 31) multiplier /= 2, ++shift;
    if (shift < -31) multiplier = 0, shift = 0;
  }
  std::int64_t widened(std::int64_t accumulator) const {
    return int_wrap(static_cast<std::uint64_t>(accumulator) << left(), 32);
  }
  int left() const { return std::clamp(shift, 0, 31); }
  int right() const { return std::max(-shift, 0); }
};
int doublings(const Rescaling& by) { return FixedPoint(by).left(); }

// x / 2^31, to the nearest integer, ties up. TFLite takes other steps to the same integer: it adds 2^30, or 1 - 2^30 to
// a negative x, and truncates the quotient.
std::int64_t high(std::int64_t x) { return (x + (std::int64_t{1} << 30)) >> 31; }
std::int64_t shifted_away(std::int64_t x, int bits) {
  const std::int64_t mask = (std::int64_t{1} << bits) - 1, threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> bits) + ((x & mask) > threshold ? 1 : 0);
}

std::int64_t rounded_twice(std::int64_t accumulator, const Rescaling& by) {
  const FixedPoint scale(by);
  return held(shifted_away(high(scale.widened(accumulator) * scale.multiplier), scale.right()) + by.zero_point, by);
}
std::int64_t rounded_once(std::int64_t accumulator, const Rescaling& by) {
  FixedPoint scale(by);
  if (scale.shift > 30) scale.shift = 30, scale.multiplier = (std::int64_t{1} << 31) - 1;
  const int bits = 31 - scale.shift;
  return held(((accumulator * scale.multiplier + (std::int64_t{1} << (bits - 1))) >> bits) + by.zero_point, by);
}

constexpr Requantisation all[] = {
    {"exact", "the exact product of accumulator and scales, rounded once, ties to even", exact},
    {"ort", "the accumulator in float, times a scale in float; ties to even (ONNX Runtime)", ort},
    {"xnnpack-fp32", "the accumulator in float, times a scale in float; ties to even (XNNPACK)", ort},
    {"onnx-ref", "in double, times a scale in float; the zero point is added before rounding (ONNX's reference)",
     onnx_reference},
    {"tflite-double", "a fixed-point multiplier of 31 bits, rounded twice, ties up and then away from zero (TFLite)",
     rounded_twice, nullptr, doublings},
    {"cmsis-nn", "a fixed-point multiplier of 31 bits, rounded twice, ties up and then away from zero (CMSIS-NN)",
     rounded_twice, nullptr, doublings},
    {"tflite-single", "a fixed-point multiplier of 31 bits, rounded once, ties up (TFLite, one rounding)", rounded_once,
     nullptr, doublings},
    {"reciprocal", "the accumulator in float, times a scale made with a rounded reciprocal", reciprocal},
    {"ties-away", "the exact product, rounded once, ties away from zero", of_product<ties_away>, ties_away},
    {"added-first", "the exact product, rounded once after the zero point is added, ties to even",
     of_product<added_first>, added_first},
};

}  // namespace

std::span<const Requantisation> requantisations() { return all; }

}  // namespace etalon::impl
