// SPDX-License-Identifier: Apache-2.0
//
// Elements are mostly made for their scale: beside integers, beside the middles between them, and beside the ends of
// the type.
#include "oracle/ops/quantizelinear/quantizelinear.hpp"

#include <array>

#include "oracle/arithmetic/order.hpp"
#include "oracle/arithmetic/quantised.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/cases/quantisation.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 4> quantized_types{float16, bfloat16, float32, int32};
constexpr std::array<Type, 6> quantizing_types{
    int8, uint8, Integer{4, true}, Integer{4, false}, Integer{16, true}, Integer{16, false}};

// Rarely types that the version does not have. Versions 19 and 21 have the type int32 for x with a scale of the same
// type only, and no precision for it.
Type draw_x_type(Random& random, int opset) {
  const Type type = draw_type_of(random, quantized_types);
  const bool is_lacking = opset < 19 ? type.bits == 16 : opset < 23 && type == int32;
  return is_lacking && (opset >= 19 || random.below(8) != 0) ? float32 : type;
}

Integer draw_y_type(Random& random, int opset) {
  const bool only_bytes = opset < 21 && random.below(8) != 0;
  return quantizing_types[random.below(only_bytes ? 2 : quantizing_types.size())].integer();
}

struct QuantizeTypes {
  Type x;
  Type scale;
  Integer y;
  Format precision;
};

// The types, with the attribute `precision` where there is one.
QuantizeTypes draw_quantize_types(Random& random, Call& call) {
  constexpr std::array<Format, 3> formats{float16, bfloat16, float32};
  const Type x = draw_x_type(random, call.opset);
  const Integer y = draw_y_type(random, call.opset);
  if (call.opset < 19) {
    return {x, float32, y, float32};
  }
  if (call.opset < 23) {
    return {x, x, y, x.format()};
  }
  const Format of_scale = formats[random.below(formats.size())];
  const Format given = formats[random.below(formats.size())];
  const bool has_integer_scale = random.below(24) == 0;  // which has no precision of its own
  if (has_integer_scale || random.below(3) == 0) {
    give(call, "precision", number_of(given));
    return {x, has_integer_scale ? Type(int32) : of_scale, y, given};
  }
  if (random.below(4) == 0) {
    give(call, "precision", std::int64_t{0});
  }
  return {x, of_scale, y, of_scale};
}

// A number whose quotient by the scale lies at or beside k / 2.
std::uint64_t draw_quantizable(Random& random, const QuantizeTypes& types, const Factor& scale, std::uint64_t zero) {
  const std::int64_t low = lowest_integer(types.y);
  const std::int64_t high = highest_integer(types.y);
  const std::int64_t any = low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low) + 1));
  const std::array<std::int64_t, 4> some{any, any, low, high};
  const std::int64_t n = some[random.below(some.size())] - static_cast<std::int64_t>(rank_of(types.y, zero));
  const std::int64_t k = 2 * n + random.between(-3, 3);
  if (types.x == int32) {
    return cast(float32, int32, rounded_product(float32, k, scale, -1).bits).bits;
  }
  const Format f = types.x.format();
  const std::uint64_t exact = rounded_product(f, k, scale, -1).bits;
  const std::uint64_t moved = exact + static_cast<std::uint64_t>(random.between(-1, 1));
  return is_finite(f, exact) && !is_zero(f, exact) && random.coin() ? moved : exact;
}

Tensor draw_scales_of(Random& random, const QuantizeTypes& types, const Shape& shape) {
  if (types.scale.kind == Kind::floating) {
    const Scales scales = draw_scales(random);
    return draw_scale_tensor(random, types.scale.format(), shape, scales);
  }
  Tensor tensor{types.scale, shape, std::vector<std::uint64_t>(element_count(shape))};
  for (std::uint64_t& pattern : tensor.patterns) {
    pattern = random.below(8) == 0 ? random.bits() >> 32 : 1 + random.below(100);
  }
  return tensor;
}

}  // namespace

Call draw_quantizelinear_call(Random& random) {
  Call call{"QuantizeLinear", draw_opset(random, 10)};
  QuantizeTypes types = draw_quantize_types(random, call);
  const Shape shape = draw_shape(random, 0, highest_rank);
  const Granularity granularity = draw_granularity(random, call, shape);
  const bool has_zero_point = random.below(4) != 0;
  const bool names_type = call.opset >= 21 && random.coin();
  if (!has_zero_point && !names_type) {
    types.y = uint8;
  }
  if (names_type) {
    give(call, "output_dtype", number_of(types.y));
  } else if (call.opset >= 21 && random.below(4) == 0) {
    give(call, "output_dtype", std::int64_t{0});
  }
  if (call.opset >= 19 && random.below(3) == 0) {
    give(call, "saturate", static_cast<std::int64_t>(random.below(2)));
  }
  const Tensor scales = draw_scales_of(random, types, granularity.shape);
  const Tensor zeros = draw_zero_point_tensor(random, types.y, granularity.shape);
  Tensor x = draw_tensor(random, types.x, shape);
  const bool is_wished = random.wish != nullptr && !random.wish->elements.empty() && random.wish->type == types.x;
  const auto parameters = [&](std::uint64_t i) {
    const std::uint64_t place = granularity.offset(tuple_of(i, shape));
    return std::pair(Factor{types.scale, scales.patterns[place]}, has_zero_point ? zeros.patterns[place] : 0);
  };
  for (std::uint64_t i = 0; i < x.patterns.size() && !is_wished; ++i) {
    if (random.below(4) != 0) {
      const auto [scale, zero] = parameters(i);
      x.patterns[i] = draw_quantizable(random, types, scale, zero);
    }
  }
  call.inputs = {x, scales};
  if (has_zero_point) {
    call.inputs.emplace_back(zeros);
  } else if (random.coin()) {
    call.inputs.emplace_back(std::nullopt);
  }
  add_output(call, types.y, shape, [&](std::uint64_t i) {
    const auto [scale, zero] = parameters(i);
    return quantizelinear(types.precision, {types.x, x.patterns[i]}, scale, types.y, zero);
  });
  return call;
}

}  // namespace oracle
