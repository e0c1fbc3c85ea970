// SPDX-License-Identifier: Apache-2.0
// Floor 4. See pool.hpp.
#include "ops/pool.hpp"

#include "ops/axes.hpp"
#include "scalar/size.h"

namespace etalon::impl {

Result<std::vector<Argument>> pooled_shape(const Call& call) {
  const auto window = Window::of(call);
  if (!window) return window.finding();
  const Argument& x = *call.inputs[0];
  const auto shape = window->result(x.shape[0], x.shape[1]);
  if (!shape) return uncountable(shapes_of(call));
  return std::vector{Argument{x.type, *shape}};
}

Result<std::vector<Argument>> one_per_channel(const Call& call) {
  const Argument& x = *call.inputs[0];
  if (x.shape.rank < 3)
    return refused(call, "X has shape " + to_string(x.shape),
                   "its axes are the batch, the channels and at least one more");
  std::array<std::uint64_t, Limits::max_rank> dims{x.shape[0], x.shape[1]};
  for (unsigned axis = 2; axis < x.shape.rank; ++axis) dims[axis] = 1;
  return std::vector{Argument{x.type, *Shape::of({dims.data(), x.shape.rank})}};
}

std::uint64_t operations_of_windows(const Call& call) {
  const Window window = *Window::of(call);
  std::uint64_t places = 1;  // pads cost nothing
  for (unsigned axis = 0; axis < window.axes; ++axis) places *= std::min(window.kernel[axis], window.in[axis]);
  std::uint64_t count = 0;
  return size_mul(call.outputs[0]->shape.count, places, &count) ? count : UINT64_MAX;
}

}  // namespace etalon::impl
