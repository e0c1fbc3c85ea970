// SPDX-License-Identifier: Apache-2.0
//
// QLinearConv: the accumulators of ConvInteger plus a bias of type int32, which has the scale of the products, and then
// the end of QLinearMatMul.
#include "oracle/cases/convolutions.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/ops/qlinearmatmul/qlinearmatmul.hpp"

namespace oracle {
namespace {

// As large as accumulators are; sometimes anything, or so near to the ends of the type that sums leave it.
Tensor draw_integer_bias(Random& random, std::uint64_t features) {
  const std::uint64_t kind = random.below(12);
  if (kind == 0) {
    return draw_tensor(random, int32, {features});
  }
  Tensor bias{int32, {features}, {}};
  for (std::uint64_t i = 0; i < features; ++i) {
    const int any = random.between(-3000, 3000);
    const std::uint32_t end = kind == 1 ? 0x80000000 : 0;  // between the largest number and the smallest one
    bias.patterns.push_back(end + static_cast<std::uint32_t>(any));
  }
  return bias;
}

}  // namespace

Call draw_qlinearconv_call(Random& random) {
  Call call{"QLinearConv", draw_opset(random, 10)};
  const IntegerConvolution convolution = draw_integer_convolution(random, call);
  const Integer to = draw_byte_type(random, Which::other);
  const Scales scales = draw_scales(random);
  const Shape of_y = draw_scalar_shape(random);
  const Tensor x_scale = draw_scale_tensor(random, float32, convolution.x_zero_point->shape, scales);
  const Tensor w_scale = draw_scale_tensor(random, float32, convolution.w_zero_point->shape, scales);
  const std::uint64_t y_pattern = draw_result_scale(random, float32, x_scale.patterns[0], w_scale.patterns[0], scales);
  const Tensor y_scale{float32, of_y, {y_pattern}};
  const Tensor y_zero = draw_zero_point_tensor(random, to, of_y);
  const Tensor bias = draw_integer_bias(random, convolution.features());
  const bool has_bias = random.coin();
  call.inputs = {convolution.x, x_scale, convolution.x_zero_point, convolution.w, w_scale, convolution.w_zero_point,
                 y_scale,       y_zero};
  if (has_bias) {
    call.inputs.emplace_back(bias);
  } else if (random.below(4) == 0) {
    call.inputs.emplace_back(std::nullopt);
  }
  add_output(call, to, convolution.result, [&](std::uint64_t i) {
    const std::uint64_t feature = tuple_of(i, convolution.result)[1];
    const auto addend = static_cast<std::int64_t>(rank_of(int32, has_bias ? bias.patterns[feature] : 0));
    const Answer accumulator = convolution.accumulator(i, addend);
    const Answer answer = requantise(accumulator.bits, {{float32, x_scale.patterns[0]},
                                                        {float32, one_or_all(w_scale, feature)},
                                                        {float32, y_pattern},
                                                        to,
                                                        y_zero.patterns[0]});
    return Answer{answer.bits, answer.events | accumulator.events};
  });
  return call;
}

}  // namespace oracle
