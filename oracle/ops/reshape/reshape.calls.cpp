// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reshape/reshape.hpp"

#include <algorithm>

#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

// Another shape with as many elements: each prime factor goes to some axis. An empty one has a zero somewhere.
Shape draw_shape_like(Random& random, const Shape& data) {
  std::uint64_t rest = element_count(data);
  const std::size_t lowest_rank = rest == 1 ? 0 : 1;
  Shape shape(lowest_rank + random.below(highest_rank + 1 - lowest_rank), 1);
  if (rest == 0) {
    for (std::uint64_t& size : shape) {
      size = random.below(5);
    }
    shape[random.below(shape.size())] = 0;
    return shape;
  }
  for (std::uint64_t factor = 2; rest > 1; ++factor) {
    for (; rest % factor == 0; rest /= factor) {
      shape[random.below(shape.size())] *= factor;
    }
  }
  return shape;
}

}  // namespace

// The shape is an attribute in version 1 and an input since version 5; allowzero came with version 14.
Call draw_reshape_call(Random& random) {
  int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  const Shape shape = random.below(4) == 0 ? data : draw_shape_like(random, data);
  const auto is_of_input = [&](std::size_t axis) { return axis < data.size() && data[axis] == shape[axis]; };
  std::vector<std::int64_t> wanted(shape.begin(), shape.end());

  // A -1 may stand for any size if no other one is zero.
  const std::size_t open = random.below(shape.size() + 1);
  if (open < shape.size() && random.coin()) {
    Shape others = shape;
    others[open] = 1;
    wanted[open] = element_count(others) != 0 ? -1 : wanted[open];
  }
  bool allowzero = opset >= 14 && random.below(4) == 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    allowzero = allowzero || (wanted[axis] == 0 && !is_of_input(axis));
  }
  opset = allowzero ? std::max(opset, 14) : opset;
  for (std::size_t axis = 0; axis < shape.size() && !allowzero; ++axis) {
    wanted[axis] = wanted[axis] != -1 && is_of_input(axis) && random.coin() ? 0 : wanted[axis];
  }

  Call call{"Reshape", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(reshape(data, wanted, allowzero), std::vector{*call.inputs[0]})};
  if (allowzero || (opset >= 14 && random.coin())) {
    give(call, "allowzero", std::int64_t{allowzero});
  }
  if (opset < 5) {
    give(call, "shape", wanted);
  } else {
    call.inputs.emplace_back(tensor_of(wanted));
  }
  return call;
}

}  // namespace oracle
