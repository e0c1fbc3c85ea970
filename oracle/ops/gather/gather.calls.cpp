// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/gather/gather.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// Negative indices are there since version 11. From an empty axis nothing can be taken.
Call draw_gather_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 1, highest_rank, 200);
  const std::int64_t axis = draw_axis(random, data.size(), true);
  const std::uint64_t size = data[axis_of(axis, data.size())];
  Shape indices = draw_shape(random, size == 0 ? 1 : 0, highest_rank + 1 - data.size(), 30);
  if (size == 0) {
    indices[random.below(indices.size())] = 0;
  }
  const Type index_type = random.coin() ? int32 : int64;
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i < element_count(indices); ++i) {
    values.push_back(draw_axis(random, size, opset >= 11));  // counts as axes do
  }
  Call call{"Gather", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(gather(data, indices, values, axis), std::vector{*call.inputs[0]})};
  Tensor index{index_type, indices, {}};
  for (const std::int64_t value : values) {
    index.patterns.push_back(static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - index_type.bits)));
  }
  call.inputs.emplace_back(std::move(index));
  if (axis != 0 || random.coin()) {
    give(call, "axis", axis);
  }
  return call;
}

}  // namespace oracle
