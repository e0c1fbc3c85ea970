// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/flatten/flatten.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// The axis is 1 by default, which a scalar does not have; negative ones are there since version 11.
Call draw_flatten_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  const auto rank = static_cast<int>(data.size());
  const std::int64_t axis = random.between(opset < 11 ? 0 : -rank, rank);
  Call call{"Flatten", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(flatten(data, axis), std::vector{*call.inputs[0]})};
  if (axis != 1 || random.coin()) {
    give(call, "axis", axis);
  }
  return call;
}

}  // namespace oracle
