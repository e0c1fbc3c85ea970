// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/not/not.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_not_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"Not", opset, {draw_tensor(random, Boolean{}, shape)}};
  return elementwise_call(std::move(call), Boolean{}, [](ElementOperands x) { return Answer{logical_not(*x[0]), 0}; });
}

}  // namespace oracle
