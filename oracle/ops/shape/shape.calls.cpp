// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/shape/shape.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// Since version 15 the axes can be chosen.
Call draw_shape_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  Call call{"Shape", opset, {draw_tensor(random, type, data)}};
  std::int64_t start = 0;
  std::optional<std::int64_t> end;
  if (opset >= 15 && random.coin()) {
    start = random.between(-10, 10);
    give(call, "start", start);
  }
  if (opset >= 15 && random.coin()) {
    end = random.between(-10, 10);
    give(call, "end", *end);
  }
  call.outputs = {tensor_of(shape(data, start, end))};
  return call;
}

}  // namespace oracle
