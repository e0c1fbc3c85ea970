// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/hardsigmoid/hardsigmoid.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_hardsigmoid_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_floating_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"HardSigmoid", opset, {draw_moderate_tensor(random, type, shape)}};
  draw_consumed_inputs(random, call);
  Float alpha{0x3E4CCCCD};  // 0.2
  Float beta{0x3F000000};   // 0.5
  if (random.coin()) {
    alpha = draw_coefficient(random);
    give(call, "alpha", alpha);
  }
  if (random.coin()) {
    beta = draw_coefficient(random);
    give(call, "beta", beta);
  }
  return elementwise_call(std::move(call), type,
                          [&](ElementOperands x) { return hard_sigmoid(type, *x[0], alpha.pattern, beta.pattern); });
}

}  // namespace oracle
