// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/leakyrelu/leakyrelu.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_leakyrelu_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_floating_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"LeakyRelu", opset, {draw_moderate_tensor(random, type, shape)}};
  draw_consumed_inputs(random, call);
  Float alpha{0x3C23D70A};  // 0.01
  if (random.below(4) != 0) {
    alpha = draw_coefficient(random);
    give(call, "alpha", alpha);
  }
  return elementwise_call(std::move(call), type,
                          [&](ElementOperands x) { return leaky_relu(type, *x[0], alpha.pattern); });
}

}  // namespace oracle
