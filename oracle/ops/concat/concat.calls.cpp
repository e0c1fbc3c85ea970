// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/concat/concat.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// Version 1 has an axis by default, which is 1; versions 1 and 4 have no negative ones.
Call draw_concat_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const std::size_t count = 1 + random.below(5);
  const Shape common = draw_shape(random, 1, highest_rank, 600 / count);
  const bool is_default = opset < 4 && common.size() > 1 && random.coin();
  const std::int64_t axis = is_default ? 1 : draw_axis(random, common.size(), opset >= 11);
  std::vector<Shape> shapes(count, common);
  Call call{"Concat", opset};
  std::vector<Tensor> inputs;
  for (Shape& shape : shapes) {
    std::uint64_t& size = shape[axis_of(axis, common.size())];
    size = random.below(6) == 0 ? 0 : random.coin() ? size : 1 + random.below(4);
    inputs.push_back(draw_tensor(random, type, shape));
    call.inputs.emplace_back(inputs.back());
  }
  if (!is_default) {
    give(call, "axis", axis);
  }
  call.outputs = {moved_tensor(concat(shapes, axis), inputs)};
  return call;
}

}  // namespace oracle
