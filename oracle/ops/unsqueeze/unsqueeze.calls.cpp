// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/unsqueeze/unsqueeze.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// The axes are an attribute until version 11, which first has negative ones, and an input since version 13.
Call draw_unsqueeze_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank - 1);
  const std::size_t count = 1 + random.below(highest_rank - data.size());
  const std::vector<std::int64_t> axes = draw_axes(random, data.size() + count, count, opset >= 11);
  Call call{"Unsqueeze", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(unsqueeze(data, axes), std::vector{*call.inputs[0]})};
  if (opset < 13) {
    give(call, "axes", axes);
  } else {
    call.inputs.emplace_back(tensor_of(axes));
  }
  return call;
}

}  // namespace oracle
