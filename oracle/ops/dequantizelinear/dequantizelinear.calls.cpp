// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"

#include <array>

#include "oracle/cases/folded.hpp"
#include "oracle/cases/quantisation.hpp"

namespace oracle {
namespace {

// Rarely a type that the version does not have.
Integer draw_dequantized_type(Random& random, int opset) {
  constexpr std::array<Type, 7> types{
      int8, uint8, int32, Integer{4, true}, Integer{4, false}, Integer{16, true}, Integer{16, false}};
  const Type type = draw_type_of(random, types);
  const bool is_lacking = opset < 21 && (type.bits == 4 || type.bits == 16);
  return is_lacking && random.below(8) != 0 ? int8 : type.integer();
}

}  // namespace

Call draw_dequantizelinear_call(Random& random) {
  constexpr std::array<Format, 3> formats{float16, bfloat16, float32};
  Call call{"DequantizeLinear", draw_opset(random, 10)};
  const Integer type = draw_dequantized_type(random, call.opset);
  const Format of_scale = call.opset < 19 ? float32 : formats[random.below(formats.size())];
  Format result = of_scale;
  if (call.opset >= 23 && random.coin()) {
    const bool names_type = random.below(4) != 0;
    result = names_type ? formats[random.below(formats.size())] : of_scale;
    give(call, "output_dtype", names_type ? number_of(result) : std::int64_t{0});
  }
  const Shape shape = draw_shape(random, 0, highest_rank);
  const Granularity granularity = draw_granularity(random, call, shape);
  const bool has_zero_point = random.below(4) != 0;
  const Scales kind = draw_scales(random);
  const Tensor scales = draw_scale_tensor(random, of_scale, granularity.shape, kind);
  const Tensor zeros = draw_zero_point_tensor(random, type, granularity.shape);
  Tensor x = draw_tensor(random, type, shape);
  call.inputs = {x, scales};
  if (has_zero_point) {
    call.inputs.emplace_back(zeros);
  } else if (random.coin()) {
    call.inputs.emplace_back(std::nullopt);
  }
  add_output(call, result, shape, [&](std::uint64_t i) {
    const std::uint64_t place = granularity.offset(tuple_of(i, shape));
    const std::uint64_t zero = has_zero_point ? zeros.patterns[place] : 0;
    return dequantizelinear(result, type, x.patterns[i], zero, {of_scale, scales.patterns[place]});
  });
  return call;
}

}  // namespace oracle
