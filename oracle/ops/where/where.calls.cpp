// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/where/where.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_where_call(Random& random) {
  const int opset = draw_opset(random, 9);
  const Type type = draw_type(random);
  const std::vector<Shape> shapes = draw_broadcast_shapes(random, 3);
  Call call{"Where", opset, {draw_tensor(random, Boolean{}, shapes[0])}};
  call.inputs.emplace_back(draw_tensor(random, type, shapes[1]));
  call.inputs.emplace_back(draw_tensor(random, type, shapes[2]));
  call =
      elementwise_call(std::move(call), type, [](ElementOperands x) { return Answer{where(*x[0], *x[1], *x[2]), 0}; });
  call.events.clear();
  return call;
}

}  // namespace oracle
