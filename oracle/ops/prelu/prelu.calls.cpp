// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/prelu/prelu.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {
namespace {

// Until version 6 there is one slope, or one for each channel, which is the second axis.
Call draw_with_channels(Random& random, int opset) {
  const Type type = draw_floating_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  const bool has_channels = shape.size() > 1 && random.coin();
  const Shape slopes = has_channels ? Shape{shape[1]} : random.coin() ? Shape{1} : Shape{};
  Call call{"PRelu", opset, {draw_moderate_tensor(random, type, shape)}};
  draw_consumed_inputs(random, call);
  call.inputs.emplace_back(draw_moderate_tensor(random, type, slopes));
  // A shape that ends with a one for each axis behind the channels is stretched to the same.
  call.inputs[1]->shape = has_channels ? Shape{shape[1]} : Shape{};
  call.inputs[1]->shape.resize(has_channels ? shape.size() - 1 : 0, 1);
  call = elementwise_call(std::move(call), type, [&](ElementOperands x) { return prelu(type, *x[0], *x[1]); });
  call.inputs[1]->shape = slopes;
  return call;
}

}  // namespace

// Since version 7 the slopes are broadcast to the operand, which is not stretched.
Call draw_prelu_call(Random& random) {
  const int opset = draw_opset(random, 1);
  if (opset < 7) {
    return draw_with_channels(random, opset);
  }
  const Type type = random.coin() ? draw_floating_type(random) : draw_numeric_type(random);
  const std::vector<Shape> shapes = draw_broadcast_shapes(random, 2);
  Call call{"PRelu", opset, {draw_moderate_tensor(random, type, broadcast(shapes).value())}};
  call.inputs.emplace_back(draw_moderate_tensor(random, type, shapes[1]));
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return prelu(type, *x[0], *x[1]); });
}

}  // namespace oracle
