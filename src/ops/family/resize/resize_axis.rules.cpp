// SPDX-License-Identifier: Apache-2.0
// Floor 4. Coordinates along one axis, exactly, in integers of 128 bits. See resize.hpp and resize_axis.hpp.
#include "ops/family/resize/resize_axis.hpp"

#include <algorithm>
#include <cmath>

#include "scalar/floats.h"
#include "scalar/root.h"

namespace etalon::impl {
namespace {

// ---- 128-bit integers -----------------------------------------------------------------------------------------------

// a * b modulo 2^128, also of a number in two's complement.
wide times(wide a, std::uint64_t b) {
  wide product = wide_product(a.low, b);
  product.high += a.high * b;
  return product;
}
wide whole(std::uint64_t x) { return wide_of(0, x); }
wide negated(wide a) { return wide_difference(wide_of(0, 0), a); }
bool is_negative(wide a) { return a.high >> 63 != 0; }
wide left(wide a, unsigned n) {
  if (n >= 128) return wide_of(0, 0);
  return n < 64 ? wide_left(a, n) : wide_left(wide_of(a.low, 0), n - 64);
}
wide right(wide a, unsigned n) {
  if (n == 0) return a;
  if (n >= 128) return wide_of(0, 0);
  return n < 64 ? wide_of(a.high >> n, a.low >> n | a.high << (64 - n)) : wide_of(0, a.high >> (n - 64));
}

// A finite double: significand * 2^exponent, the significand odd or zero, and signed.
struct Dyadic {
  std::int64_t significand;
  int exponent;
};
Dyadic dyadic(double x) {
  if (x == 0) return {0, 0};
  int exponent = 0;
  auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  while (significand % 2 == 0) significand /= 2, ++exponent;
  return {significand, exponent};
}

constexpr double limit_of_coordinates = 0x1p125;

}  // namespace

namespace resizing {

std::optional<ResizeAxis> axis_by(Coordinates mode, std::uint64_t in, std::uint64_t out, const Scale& scale,
                                  const Region& region) {
  ResizeAxis axis;
  axis.in = in;
  axis.out = out;
  if (in == 0 || out == 0) return axis;  // there is no coordinate
  const double n = static_cast<double>(in), places = static_cast<double>(out);
  const bool by_scale = mode != Coordinates::corners && mode != Coordinates::crop;
  const double ends = std::max(std::abs(static_cast<double>(region.start)), std::abs(static_cast<double>(region.end)));
  const double most = by_scale
                          ? 2 * (places + 1) * static_cast<double>(scale.factor) +
                                (n + 1) * std::ldexp(static_cast<double>(scale.divisor), static_cast<int>(scale.shift))
                          : 4 * ends * n * (places + 1);
  const double unit = by_scale ? std::ldexp(static_cast<double>(scale.divisor), static_cast<int>(scale.shift) + 1)
                               : std::ldexp(places, static_cast<int>(region.shift) + 1);
  if (!(most < limit_of_coordinates && unit < limit_of_coordinates)) return std::nullopt;

  const wide unit_of_scale = left(whole(scale.divisor), scale.shift);
  if (by_scale) {
    axis.divisor = scale.divisor;
    axis.shift = mode == Coordinates::asymmetric ? scale.shift : scale.shift + 1;
    axis.step = mode == Coordinates::asymmetric ? whole(scale.factor) : left(whole(scale.factor), 1);
  }
  const auto signed_times = [](std::int64_t a, std::uint64_t b) {
    const wide size = wide_product(a < 0 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a), b);
    return a < 0 ? negated(size) : size;
  };
  switch (mode) {
    case Coordinates::asymmetric:  // i / scale
      break;
    case Coordinates::half_for_nearest:  // (i + 1/2) / scale
      axis.first = whole(scale.factor);
      break;
    case Coordinates::symmetric:  // in/2 * (1 - out / (scale * in)) + (i + 1/2) / scale - 1/2
      axis.first =
          wide_difference(wide_sum(times(unit_of_scale, in - 1), whole(scale.factor)), wide_product(out, scale.factor));
      break;
    case Coordinates::half_or_zero:
      if (out == 1) {
        axis.step = wide_of(0, 0);
        break;
      }
      [[fallthrough]];
    case Coordinates::half:  // (i + 1/2) / scale - 1/2
      axis.first = wide_difference(whole(scale.factor), unit_of_scale);
      break;
    case Coordinates::corners:  // i * (in - 1) / (out - 1)
      axis.step = out == 1 ? wide_of(0, 0) : whole(in - 1);
      axis.divisor = out == 1 ? 1 : out - 1;
      break;
    case Coordinates::crop: {  // start * (in - 1) + i * (end - start) * (in - 1) / (out - 1)
      const wide start = signed_times(region.start, in - 1), end = signed_times(region.end, in - 1);
      axis.divisor = out == 1 ? 1 : out - 1;
      axis.shift = out == 1 ? region.shift + 1 : region.shift;
      axis.first = out == 1 ? wide_sum(start, end) : times(start, out - 1);
      axis.step = out == 1 ? wide_of(0, 0) : wide_difference(end, start);
      break;
    }
  }
  return axis;
}

std::optional<Region> region_of(double start, double end) {
  const Dyadic s = dyadic(start), e = dyadic(end);
  const int unit = std::min({s.significand == 0 ? 0 : s.exponent, e.significand == 0 ? 0 : e.exponent, 0});
  if (unit < -120 || std::abs(start) >= std::ldexp(1.0, 62 + unit) || std::abs(end) >= std::ldexp(1.0, 62 + unit))
    return std::nullopt;
  return Region{static_cast<std::int64_t>(std::ldexp(start, -unit)), static_cast<std::int64_t>(std::ldexp(end, -unit)),
                static_cast<unsigned>(-unit)};
}

std::optional<Scale> scale_of(double scale) {
  const Dyadic s = dyadic(scale);
  if (s.exponent < -62 || s.exponent > 62) return std::nullopt;
  return s.exponent < 0 ? Scale{std::uint64_t{1} << -s.exponent, static_cast<std::uint64_t>(s.significand), 0}
                        : Scale{1, static_cast<std::uint64_t>(s.significand), static_cast<unsigned>(s.exponent)};
}

std::optional<std::uint64_t> scaled_length(std::uint64_t in, double scale, const Region& region) {
  const Dyadic s = dyadic(scale);
  const std::int64_t extent = region.end - region.start;  // both are below 2^62
  if (extent <= 0 || in == 0) return 0;
  const double most = static_cast<double>(in) * static_cast<double>(s.significand) * static_cast<double>(extent);
  const int exponent = s.exponent - static_cast<int>(region.shift);
  if (!(most < limit_of_coordinates) || !(std::ldexp(most, exponent) < 0x1p62)) return std::nullopt;
  const wide product =
      times(wide_product(in, static_cast<std::uint64_t>(s.significand)), static_cast<std::uint64_t>(extent));
  const wide length =
      exponent < 0 ? right(product, static_cast<unsigned>(-exponent)) : left(product, static_cast<unsigned>(exponent));
  return length.low;
}

std::optional<std::uint64_t> rounded_length(std::uint64_t length, const Scale& scale) {
  int rest = 0;
  const wide twice = wide_sum(left(wide_product(length, scale.divisor), 1), whole(scale.factor));
  const wide quotient = wide_quotient(twice, 2 * scale.factor, &rest);
  return quotient.high == 0 ? std::optional(quotient.low) : std::nullopt;
}

}  // namespace resizing

// ---- places ---------------------------------------------------------------------------------------------------------

wide ResizeAxis::unit() const { return left(whole(divisor), shift); }

bool ResizeAxis::is_identity() const {
  const wide one = unit();
  return in == out && first.high == 0 && first.low == 0 && step.high == one.high && step.low == one.low;
}

ResizeAxis::Place ResizeAxis::place(std::uint64_t i) const {
  const wide at = wide_sum(first, times(step, i));
  if (is_negative(at)) return {0, wide_of(0, 0), true};
  wide quotient;
  std::uint64_t rest = 0;
  if (at.high == 0) {
    quotient = whole(at.low / divisor);
    rest = at.low % divisor;
  } else {
    int ignored = 0;
    quotient = wide_quotient(at, divisor, &ignored);
    rest = wide_difference(at, times(quotient, divisor)).low;
  }
  const wide low = right(quotient, shift);
  const wide part = wide_sum(times(wide_difference(quotient, left(low, shift)), divisor), whole(rest));
  const bool is_between = part.high != 0 || part.low != 0;
  if (low.high != 0 || low.low >= in || (low.low == in - 1 && is_between)) return {in - 1, wide_of(0, 0), true};
  return {low.low, part, false};
}

ResizeAxis::Weights ResizeAxis::weights(const Place& place, DType type) const {
  const binary_format format{info(type).bits, info(type).fraction};
  const auto rounded = [&](wide part) {
    unsigned ignored = 0;
    const binary_exact exact = binary_exact_of(0, part, -static_cast<int>(shift));
    return f64_of_bits(
        binary_convert(format, FORMAT_DOUBLE, binary_round_quotient(format, exact, 0, divisor, &ignored), &ignored));
  };
  return {rounded(wide_difference(unit(), place.part)), rounded(place.part)};
}

std::uint64_t ResizeGeometry::nearest(unsigned k, const ResizeAxis::Place& place) const {
  const ResizeAxis& own = axis[k];
  if (!place.between()) return place.low;
  const wide twice = left(place.part, 1), unit = left(whole(own.divisor), own.shift);
  const bool up = rounding == Nearest::ceil || (rounding == Nearest::round_prefer_floor && wide_less(unit, twice)) ||
                  (rounding == Nearest::round_prefer_ceil && !wide_less(twice, unit));
  return place.low + (up ? 1 : 0);
}

std::optional<ResizeGeometry::Places> ResizeGeometry::places(std::uint64_t i) const {
  Places places{};
  for (unsigned k = rank; k-- > 0; i /= axis[k].out) {
    places[k] = axis[k].place(i % axis[k].out);
    if (crops && places[k].outside) return std::nullopt;
  }
  return places;
}

// A scale is rounded, its reciprocal, a product with it, and what is added: six roundings are enough for every formula.
// Nothing is rounded where the scale is a power of two and the first coordinate follows from it.
std::optional<ResizeGeometry::Near> ResizeGeometry::near(unsigned k, std::uint64_t i, DType type) const {
  const ResizeAxis& own = axis[k];
  const auto number = [](wide x) {
    const wide size = is_negative(x) ? negated(x) : x;
    const double magnitude = std::ldexp(static_cast<double>(size.high), 64) + static_cast<double>(size.low);
    return is_negative(x) ? -magnitude : magnitude;
  };
  const double unit = std::ldexp(static_cast<double>(own.divisor), static_cast<int>(own.shift));
  const double ratio = number(own.step) / unit, first = number(own.first) / unit, n = static_cast<double>(own.in);
  const double way = ratio * static_cast<double>(i), at = first + way, last = n - 1;
  int exponent = 0;
  const bool is_power =
      std::frexp(ratio, &exponent) == 0.5 && std::abs(exponent) < 20 && ratio * unit == number(own.step);
  const bool follows =
      first * unit == number(own.first) && (first == 0 || first == (ratio - 1) / 2 || first == ratio / 2);
  const bool is_exact = is_power && follows && !crops && std::max(own.in, own.out) < (1u << 22);
  const double u = std::ldexp(1.0, -static_cast<int>(std::max<unsigned>(info(type).fraction, 23)) - 1);
  const bool is_start = (crops || ratio == 0) && first == 0 && way == 0;
  const double off =
      is_exact || is_start || own.is_identity() ? 0 : (6 * u + 0x1p-50) * (std::abs(first) + std::abs(way) + n);
  if (!(off < 1)) return std::nullopt;
  const double low = at - off, high = at + off;
  if (crops && (high < 0 || low > last)) return Near{0, 0, true};
  if (crops && (low < 0 || high > last) && off != 0) return std::nullopt;
  Near near{std::clamp(low, 0.0, last), std::clamp(high, 0.0, last)};
  if (low < 0 || high > last) near.least = off == 0 ? at - std::floor(at) : 0, near.most = off == 0 ? near.least : 1;
  return near;
}

std::optional<std::uint64_t> ResizeGeometry::element(std::uint64_t i) const {
  std::uint64_t element = 0, behind = 1;
  for (unsigned k = rank; k-- > 0; i /= axis[k].out) {
    const ResizeAxis::Place place = axis[k].place(i % axis[k].out);
    if (crops && place.outside) return std::nullopt;
    element += nearest(k, place) * behind;
    behind *= axis[k].in;
  }
  return element;
}

unsigned ResizeGeometry::interpolated() const {
  unsigned count = 0;
  for (unsigned k = 0; k < rank; ++k) count += axis[k].is_identity() ? 0u : 1u;
  return linear ? count : 0;
}

}  // namespace etalon::impl
