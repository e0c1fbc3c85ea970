// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/squeeze/squeeze.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

// Some of the axes of size one, at least one of them; nothing if there is none.
std::optional<std::vector<std::int64_t>> draw_ones(Random& random, const Shape& data, bool negative) {
  std::vector<std::int64_t> axes;
  for (const std::int64_t axis : draw_axes(random, data.size(), data.size(), negative)) {
    if (data[axis_of(axis, data.size())] == 1 && (axes.empty() || random.coin())) {
      axes.push_back(axis);
    }
  }
  return axes.empty() ? std::nullopt : std::optional(axes);
}

}  // namespace

// The axes are an attribute until version 11, which first has negative ones, and an input since version 13.
Call draw_squeeze_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  std::optional<std::vector<std::int64_t>> axes = draw_ones(random, data, opset >= 11);
  axes = random.below(4) == 0 ? std::nullopt : axes;
  Call call{"Squeeze", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(squeeze(data, axes), std::vector{*call.inputs[0]})};
  if (axes && opset < 13) {
    give(call, "axes", *axes);
  } else if (axes) {
    call.inputs.emplace_back(tensor_of(*axes));
  } else if (opset >= 13 && random.coin()) {
    call.inputs.emplace_back();
  }
  return call;
}

}  // namespace oracle
