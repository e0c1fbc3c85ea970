// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/relu/relu.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_relu_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_numeric_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"Relu", opset, {draw_tensor(random, type, shape)}};
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return relu(type, *x[0]); });
}

}  // namespace oracle
