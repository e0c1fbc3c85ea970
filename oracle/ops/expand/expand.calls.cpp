// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/expand/expand.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_expand_call(Random& random) {
  const int opset = draw_opset(random, 8);
  const Type type = draw_type(random);
  const std::vector<Shape> shapes = draw_broadcast_shapes(random, 2);
  const std::vector<std::int64_t> wanted(shapes[1].begin(), shapes[1].end());
  Call call{"Expand", opset, {draw_tensor(random, type, shapes[0])}};
  call.outputs = {moved_tensor(expand(shapes[0], wanted), std::vector{*call.inputs[0]})};
  call.inputs.emplace_back(tensor_of(wanted));
  return call;
}

}  // namespace oracle
