// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/qlinearmatmul/qlinearmatmul.hpp"

#include <array>

#include "oracle/cases/folded.hpp"
#include "oracle/cases/integer_matrices.hpp"

namespace oracle {
namespace {

// The scales of the rows of the result; made for the first scales of both operands.
Tensor draw_y_scales(Random& random, const Tensor& a_scale, const Tensor& b_scale, const Shape& shape, Scales scales) {
  const Format f = a_scale.type.format();
  Tensor tensor{f, shape, std::vector<std::uint64_t>(element_count(shape))};
  for (std::uint64_t& pattern : tensor.patterns) {
    pattern = a_scale.patterns.empty() || b_scale.patterns.empty()
                  ? draw_scale(random, f, scales)
                  : draw_result_scale(random, f, a_scale.patterns[0], b_scale.patterns[0], scales);
  }
  return tensor;
}

}  // namespace

Call draw_qlinearmatmul_call(Random& random) {
  constexpr std::array<Format, 3> formats{float16, bfloat16, float32};
  Call call{"QLinearMatMul", draw_opset(random, 10)};
  const Format f = call.opset < 21 ? float32 : formats[random.below(formats.size())];
  const IntegerProduct product = draw_integer_product(random, ZeroPoints::required);
  const Shape& y = product.plan.shape;
  const Integer to = draw_byte_type(random, Which::other);
  // Where an operand is a vector, the result has no rows to speak of.
  const bool has_rows = product.a.elements.shape.size() > 1 && product.b.elements.shape.size() > 1;
  const Shape of_y = has_rows ? draw_parameter_shape(random, y, Lines::rows) : draw_scalar_shape(random);
  const Scales scales = draw_scales(random);
  const Tensor a_scale = draw_scale_tensor(random, f, product.a.zero_points->shape, scales);
  const Tensor b_scale = draw_scale_tensor(random, f, product.b.zero_points->shape, scales);
  const Tensor y_scale = draw_y_scales(random, a_scale, b_scale, of_y, scales);
  const Tensor y_zero = draw_zero_point_tensor(random, to, of_y);
  call.inputs = {product.a.elements,
                 a_scale,
                 product.a.zero_points,
                 product.b.elements,
                 b_scale,
                 product.b.zero_points,
                 y_scale,
                 y_zero};
  add_output(call, to, y, [&](std::uint64_t i) {
    const Answer accumulator = product.accumulator(i);
    const std::uint64_t row = y_scale.patterns.size() == 1 ? 0 : i / y.back();
    const Answer answer = requantise(accumulator.bits, {{f, product.of_row(a_scale, i)},
                                                        {f, product.of_column(b_scale, i)},
                                                        {f, y_scale.patterns[row]},
                                                        to,
                                                        y_zero.patterns[row]});
    return Answer{answer.bits, answer.events | accumulator.events};
  });
  return call;
}

}  // namespace oracle
