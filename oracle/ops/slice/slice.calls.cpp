// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/slice/slice.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

// A start or an end: within the axis, just outside, or as far outside as the type goes.
std::int64_t draw_border(Random& random, std::uint64_t size, Type type) {
  const auto reach = static_cast<int>(size) + 2;
  const std::int64_t lowest = type.bits == 32 ? std::numeric_limits<std::int32_t>::min() : Limits::min();
  const std::int64_t highest = type.bits == 32 ? std::numeric_limits<std::int32_t>::max() : Limits::max();
  const std::uint64_t kind = random.below(12);
  return kind == 0 ? lowest : kind == 1 ? highest : random.between(-reach, reach);
}

std::int64_t draw_step(Random& random, Type type) {
  const std::int64_t step = random.below(10) == 0 ? draw_border(random, 6, type) : random.between(-3, 3);
  return step == 0 ? 1 : step;
}

// Most cuts leave something, if there is something.
Cut draw_cut(Random& random, std::int64_t axis, std::uint64_t size, Type type, bool has_step, int opset) {
  Cut cut{axis, draw_border(random, size, type), draw_border(random, size, type), 1};
  cut.step = has_step ? draw_step(random, type) : 1;
  // Only since version 13 the text says what a start before the first element is for a step that goes backwards.
  if (opset < 13 && cut.step < 0) {
    cut.start = std::max(cut.start, -static_cast<std::int64_t>(size));
  }
  const bool leaves_something = slice({size}, std::vector{Cut{0, cut.start, cut.end, cut.step}}).shape[0] > 0;
  const bool will_do = size == 0 || leaves_something || random.below(40) == 0;
  return will_do ? cut : draw_cut(random, axis, size, type, has_step, opset);
}

Tensor index_tensor(std::span<const Cut> cuts, std::int64_t Cut::* member, Type type) {
  Tensor tensor{type, {cuts.size()}, {}};
  for (const Cut& cut : cuts) {
    tensor.patterns.push_back(static_cast<std::uint64_t>(cut.*member) & (~std::uint64_t{0} >> (64 - type.bits)));
  }
  return tensor;
}

std::vector<std::int64_t> numbers(std::span<const Cut> cuts, std::int64_t Cut::* member) {
  std::vector<std::int64_t> result;
  for (const Cut& cut : cuts) {
    result.push_back(cut.*member);
  }
  return result;
}

// Attributes in version 1, inputs since version 10; axes that are not there are all of them, the first ones in version
// 1, and steps that are not there are 1.
void give_cuts(Call& call, Random& random, std::span<const Cut> cuts, bool has_axes, bool has_steps, Type type) {
  if (call.opset < 10) {
    give(call, "starts", numbers(cuts, &Cut::start));
    give(call, "ends", numbers(cuts, &Cut::end));
    if (has_axes) {
      give(call, "axes", numbers(cuts, &Cut::axis));
    }
    return;
  }
  call.inputs.emplace_back(index_tensor(cuts, &Cut::start, type));
  call.inputs.emplace_back(index_tensor(cuts, &Cut::end, type));
  if (has_axes || has_steps || random.coin()) {
    call.inputs.push_back(has_axes ? std::optional(index_tensor(cuts, &Cut::axis, type)) : std::nullopt);
  }
  if (has_steps || (has_axes && random.coin())) {
    call.inputs.push_back(has_steps ? std::optional(index_tensor(cuts, &Cut::step, type)) : std::nullopt);
  }
}

}  // namespace

// Negative axes are there since version 11.
Call draw_slice_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 1, highest_rank);
  const Type index_type = opset < 10 || random.coin() ? int64 : int32;
  const bool has_axes = random.below(4) != 0;
  const bool has_steps = opset >= 10 && random.below(4) != 0;
  const bool is_whole = opset >= 10 && !has_axes;
  const std::size_t count = is_whole ? data.size() : 1 + random.below(data.size());
  std::vector<std::int64_t> axes = draw_axes(random, data.size(), count, opset >= 11);
  if (!has_axes) {
    std::iota(axes.begin(), axes.end(), 0);
  }
  std::vector<Cut> cuts;
  for (const std::int64_t axis : axes) {
    cuts.push_back(draw_cut(random, axis, data[axis_of(axis, data.size())], index_type, has_steps, opset));
  }
  Call call{"Slice", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(slice(data, cuts), std::vector{*call.inputs[0]})};
  give_cuts(call, random, cuts, has_axes, has_steps, index_type);
  return call;
}

}  // namespace oracle
