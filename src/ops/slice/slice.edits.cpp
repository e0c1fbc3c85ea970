// SPDX-License-Identifier: Apache-2.0
// Floor 8. Slice with the places of all axes in numbers, as operands.
#include <algorithm>
#include <numeric>

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> slice_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  const Dimensions x = r.shape(r.input(0)), y = result_shape(r);
  if (r.call().outputs[0]->shape.count == 0) return "its result is empty";
  enum : std::size_t { data, starts, ends, axes, steps };
  const auto list = [&](std::size_t k, const char* name) -> std::vector<std::int64_t> {
    if (const auto* given = r.call().named<std::vector<std::int64_t>>(name)) return *given;
    return r.has_input(k) ? r.integers_of(r.input(k)) : std::vector<std::int64_t>();
  };
  const std::vector<std::int64_t> begins = list(starts, "starts"), given_axes = list(axes, "axes"),
                                  given_steps = list(steps, "steps");
  std::vector<std::int64_t> first(x.size(), 0), last(x.begin(), x.end()), all(x.size()), step(x.size(), 1);
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const std::int64_t named = given_axes.empty() ? static_cast<std::int64_t>(k) : given_axes[k];
    const auto axis = static_cast<std::size_t>(named < 0 ? named + static_cast<std::int64_t>(x.size()) : named);
    const auto length = static_cast<std::int64_t>(x[axis]), count = static_cast<std::int64_t>(y[axis]);
    step[axis] = given_steps.empty() ? 1 : given_steps[k];
    const std::int64_t from = begins[k] < 0 ? begins[k] + length : begins[k];
    first[axis] = std::clamp<std::int64_t>(from, 0, step[axis] > 0 ? length : length - 1);
    // Just behind the last element that is taken; before the first one it is counted from the end.
    last[axis] = first[axis] + (count - 1) * step[axis] + (step[axis] > 0 ? 1 : -1);
    if (last[axis] < 0) last[axis] = -length - 1;
  }
  r.emit("Slice", {r.input(0), r.integers(first), r.integers(last), r.integers(all), r.integers(step)}, y, {},
         r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
