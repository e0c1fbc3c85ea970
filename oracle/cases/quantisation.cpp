// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/quantisation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "oracle/arithmetic/factor.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// A normal number with this significand, whose last place is 2^exponent before it is brought into range.
std::uint64_t normal_number(Format f, std::uint64_t significand, int exponent) {
  int shift = 0;
  while (significand < power_of_two(f.fraction)) {
    significand *= 2;
    ++shift;
  }
  const int field = std::clamp(exponent - shift + bias(f) + f.fraction, 1, 2 * bias(f));
  return (static_cast<std::uint64_t>(field) << f.fraction) + (significand & fraction_mask(f));
}

std::uint64_t draw_special_scale(Random& random, Format f) {
  const std::uint64_t any_nan = infinity(f) | (1 + random.below(fraction_mask(f)));
  const std::uint64_t any = draw_scale(random, f, Scales::sensible);
  const std::array<std::uint64_t, 4> some{0, infinity(f), any_nan, any};
  const std::uint64_t pattern = some[random.below(some.size())];
  return pattern == any || random.coin() ? pattern | sign_mask(f) : pattern;
}

}  // namespace

std::int64_t number_of(Type type) {
  for (const NamedType& named : storable_types) {
    if (named.type == type) {
      return named.number;
    }
  }
  throw std::invalid_argument("oracle calls: not a storable type");
}

Integer draw_byte_type(Random& random, Which which) {
  constexpr std::array<Type, 4> types{int8, uint8, Integer{16, true}, Integer{16, false}};
  const Type byte = types[random.below(2)];
  const bool is_lacking = which == Which::first_operand && random.below(32) == 0;
  const Type any = is_lacking ? types[2 + random.below(2)] : byte;
  const bool is_wished = which == Which::first_operand && random.wish != nullptr && random.wish->type &&
                         std::find(types.begin(), types.end(), *random.wish->type) != types.end();
  return is_wished ? random.wish->type->integer() : any.integer();
}

Scales draw_scales(Random& random) {
  const std::uint64_t kind = random.below(12);
  return kind == 0 ? Scales::any : kind < 6 ? Scales::simple : Scales::sensible;
}

std::uint64_t draw_scale(Random& random, Format f, Scales scales) {
  if (scales == Scales::any && random.below(3) == 0) {
    return draw_special_scale(random, f);
  }
  const std::uint64_t kind = random.below(scales == Scales::simple ? 9 : 16);
  if (kind < 5) {
    return normal_number(f, 1, random.between(-12, 6));
  }
  if (kind < 9) {
    const std::uint64_t odd = 2 * random.below(16) + 1;
    return normal_number(f, odd, random.between(-14, 4));
  }
  if (kind < 14) {
    const std::uint64_t full = random.of_width(precision(f));
    return normal_number(f, full, random.between(-12, 2) - f.fraction);
  }
  if (kind == 14) {
    return 1 + random.below(2 * power_of_two(f.fraction));  // a subnormal, or the lowest normal ones
  }
  return 1 + random.below(infinity(f) - 1);
}

Tensor draw_scale_tensor(Random& random, Format f, const Shape& shape, Scales scales) {
  Tensor tensor{f, shape, std::vector<std::uint64_t>(element_count(shape))};
  for (std::uint64_t& pattern : tensor.patterns) {
    pattern = draw_scale(random, f, scales);
  }
  return tensor;
}

std::uint64_t draw_result_scale(Random& random, Format f, std::uint64_t a, std::uint64_t b, Scales scales) {
  const Factor x{f, a};
  const Factor y{f, b};
  const std::uint64_t kind = random.below(8);
  if (kind == 0 || scales == Scales::any || !is_finite(f, a) || !is_finite(f, b) || x.is_zero() || y.is_zero()) {
    return draw_scale(random, f, scales);
  }
  const auto width = [](std::uint64_t number) { return static_cast<int>(std::bit_width(number)); };
  const int power = random.between(-3, 12);
  if (kind < 4) {  // a power of two
    return normal_number(f, 1, x.exponent() + width(x.significand()) + y.exponent() + width(y.significand()) + power);
  }
  if (kind < 6) {  // the scale of a times a power of two, so that only the other scale is left
    return normal_number(f, x.significand(), x.exponent() + y.exponent() + width(y.significand()) + power);
  }
  const std::uint64_t any = random.of_width(precision(f));
  return normal_number(f, any, x.exponent() + y.exponent() + width(y.significand()) + power);
}

std::uint64_t draw_zero_point(Random& random, Integer type) {
  const std::uint64_t last = power_of_two(type.bits) - 1;
  const std::uint64_t any = random.bits() & last;
  const std::array<std::uint64_t, 8> some{0, last, last / 2, last / 2 + 1, 1, any, any | 1, any | 1};
  return some[random.below(some.size())];
}

Tensor draw_zero_point_tensor(Random& random, Integer type, const Shape& shape) {
  Tensor tensor{type, shape, std::vector<std::uint64_t>(element_count(shape))};
  for (std::uint64_t& pattern : tensor.patterns) {
    pattern = draw_zero_point(random, type);
  }
  return tensor;
}

ExtremeOperand draw_extremes(Random& random, Integer type) {
  const std::uint64_t low = type.is_signed ? power_of_two(type.bits - 1) : 0;
  const std::uint64_t high = type.is_signed ? low - 1 : power_of_two(type.bits) - 1;
  return random.coin() ? ExtremeOperand{low, high} : ExtremeOperand{high, low};
}

std::uint64_t draw_wrapping_length(Random& random) {
  constexpr std::uint64_t last_that_fits = 33'025;  // 255 * 255 * 33'025 < 2^31
  return last_that_fits - 20 + random.below(60);
}

void draw_near(Random& random, Tensor& elements, const Tensor& zero_points) {
  const bool is_wished = random.wish != nullptr && !random.wish->elements.empty();
  if (is_wished || zero_points.patterns.empty()) {
    return;
  }
  const Integer type = elements.type.integer();
  for (std::uint64_t& pattern : elements.patterns) {
    const std::uint64_t moved = zero_points.patterns[0] + static_cast<std::uint64_t>(random.between(-4, 4));
    pattern = moved & (power_of_two(type.bits) - 1);
  }
}

Shape draw_scalar_shape(Random& random) { return random.coin() ? Shape{} : Shape{1}; }

std::uint64_t Granularity::offset(const Tuple& element) const {
  if (!axis) {
    return 0;
  }
  if (block == 0) {
    return element[*axis];
  }
  Tuple place = element;
  place[*axis] /= block;
  return offset_of(place, shape);
}

Granularity draw_granularity(Random& random, Call& call, const Shape& shape) {
  const std::uint64_t kind = random.below(4);
  const bool has_axis = call.opset >= 13 && !shape.empty();
  const std::int64_t number = has_axis ? draw_axis(random, shape.size(), true) : 0;
  Granularity granularity;
  if (!has_axis || kind < 2) {
    granularity.shape = call.opset < 13 ? Shape{} : draw_scalar_shape(random);
  } else {
    granularity.axis = axis_of(number, shape.size());
    const std::uint64_t size = shape[*granularity.axis];
    if (kind == 2 || call.opset < 21) {
      granularity.shape = {size};
    } else {
      granularity.block = random.below(8) == 0 ? size + 1 + random.below(3) : 1 + random.below(size + 1);
      granularity.shape = shape;
      granularity.shape[*granularity.axis] = (size + granularity.block - 1) / granularity.block;
    }
  }
  // Of one scale for all, an axis says nothing. The default is 1, which a tensor of rank one does not have.
  const bool is_default = granularity.axis ? granularity.axis == 1U : true;
  if (has_axis && (!is_default || random.coin())) {
    give(call, "axis", number);
  }
  if (granularity.block != 0 || (call.opset >= 21 && random.below(4) == 0)) {
    give(call, "block_size", static_cast<std::int64_t>(granularity.block));
  }
  return granularity;
}

}  // namespace oracle
