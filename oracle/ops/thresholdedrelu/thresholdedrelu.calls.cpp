// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/thresholdedrelu/thresholdedrelu.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

// Some elements are at the threshold.
Call draw_thresholdedrelu_call(Random& random) {
  const int opset = draw_opset(random, 10);
  const Type type = draw_floating_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"ThresholdedRelu", opset, {draw_moderate_tensor(random, type, shape)}};
  Float alpha{0x3F800000};  // 1
  if (random.below(4) != 0) {
    alpha = draw_coefficient(random);
    give(call, "alpha", alpha);
  }
  for (std::uint64_t& pattern : call.inputs[0]->patterns) {
    pattern = random.below(8) == 0 ? cast(float32, type, alpha.pattern).bits : pattern;
  }
  return elementwise_call(std::move(call), type,
                          [&](ElementOperands x) { return thresholded_relu(type, *x[0], alpha.pattern); });
}

}  // namespace oracle
