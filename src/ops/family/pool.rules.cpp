// SPDX-License-Identifier: Apache-2.0
// Floor 4. See pool.hpp.
#include "ops/family/pool.hpp"

#include "ops/family/axes.hpp"
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

std::uint64_t most_covered(const Window& window) {
  std::uint64_t count = 1;
  for (unsigned axis = 0; axis < window.axes; ++axis) count *= std::min(window.kernel[axis], window.in[axis]);
  return count;
}

std::vector<Ingredient> element_under(const Call& call, std::uint64_t i, std::uint64_t k) {
  const Window window = *Window::of(call);
  std::vector<Ingredient> found;
  std::uint64_t at = 0;
  window.for_each_inside(i % window.positions(), [&](std::uint64_t offset) {
    if (at++ == k) found = {{0, i / window.positions() * window.inputs() + offset}};
  });
  return found;
}

std::uint64_t operations_of_windows(const Call& call) {
  std::uint64_t count = 0;  // pads cost nothing
  return size_mul(call.outputs[0]->shape.count, most_covered(*Window::of(call)), &count) ? count : UINT64_MAX;
}

}  // namespace etalon::impl
